/** The metrics of HTTP requests. */
@CheckReturnValue
package dev.registrar.gateway.http.metrics;

import com.google.errorprone.annotations.CheckReturnValue;
