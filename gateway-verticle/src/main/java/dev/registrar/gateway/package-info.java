/** The HTTP side of the service. It knows no SQL and no table: each request becomes one message on the event bus. */
@CheckReturnValue
package dev.registrar.gateway;

import com.google.errorprone.annotations.CheckReturnValue;
