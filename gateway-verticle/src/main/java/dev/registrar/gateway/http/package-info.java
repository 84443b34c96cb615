/** The way of a request through HTTP: headers, media types, the message to a verticle, the answer or the error. */
@CheckReturnValue
package dev.registrar.gateway.http;

import com.google.errorprone.annotations.CheckReturnValue;
