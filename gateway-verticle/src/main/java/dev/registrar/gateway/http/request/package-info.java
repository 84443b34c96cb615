/** Reads and checks a request step by step: its framing, headers, operation, deadline and body. */
@CheckReturnValue
package dev.registrar.gateway.http.request;

import com.google.errorprone.annotations.CheckReturnValue;
