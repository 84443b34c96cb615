/** What the gateway sends back: headers, documents and errors. */
@CheckReturnValue
package dev.registrar.gateway.http.response;

import com.google.errorprone.annotations.CheckReturnValue;
