/**
 * The HTTP side of the service. It contains no SQL and no tables: each request becomes one message on the event bus.
 */
@CheckReturnValue
package dev.registrar.gateway;

import com.google.errorprone.annotations.CheckReturnValue;
