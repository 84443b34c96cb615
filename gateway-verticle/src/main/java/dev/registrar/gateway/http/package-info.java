/** The steps of a request through HTTP: its routes, the message to a verticle, and the shutdown of the server. */
@CheckReturnValue
package dev.registrar.gateway.http;

import com.google.errorprone.annotations.CheckReturnValue;
