/** The URL of a request: its path and its query, decoded strictly. */
@CheckReturnValue
package dev.registrar.gateway.http.request.url;

import com.google.errorprone.annotations.CheckReturnValue;
