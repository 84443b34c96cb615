/** The lines of the log, for people or as JSON, and the access log. */
@CheckReturnValue
package dev.registrar.gateway.log;

import com.google.errorprone.annotations.CheckReturnValue;
