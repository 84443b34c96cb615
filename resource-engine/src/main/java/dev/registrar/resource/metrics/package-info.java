/** The registry of a node's metrics. */
@CheckReturnValue
package dev.registrar.resource.metrics;

import com.google.errorprone.annotations.CheckReturnValue;
