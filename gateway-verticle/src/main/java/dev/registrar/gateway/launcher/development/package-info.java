/** The service for developers: the same node, with a database and a sample catalogue of its own. */
@CheckReturnValue
package dev.registrar.gateway.launcher.development;

import com.google.errorprone.annotations.CheckReturnValue;
