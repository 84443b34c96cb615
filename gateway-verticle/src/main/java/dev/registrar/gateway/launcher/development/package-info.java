/** The service for developers: the same node, with its own database and a sample catalogue. */
@CheckReturnValue
package dev.registrar.gateway.launcher.development;

import com.google.errorprone.annotations.CheckReturnValue;
