/** Metrics and health for operators, on a separate port that clients of the API cannot reach. */
@CheckReturnValue
package dev.registrar.server.operations;

import com.google.errorprone.annotations.CheckReturnValue;
