/** The service for developers: the same node, with its own database and a sample catalogue. */
@CheckReturnValue
package dev.registrar.server.development;

import com.google.errorprone.annotations.CheckReturnValue;
