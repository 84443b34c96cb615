/** The media types that a request sends and accepts. */
@CheckReturnValue
package dev.registrar.gateway.http.request.media;

import com.google.errorprone.annotations.CheckReturnValue;
