/** What a request says, read and checked step by step: headers, URL, media types and body. */
@CheckReturnValue
package dev.registrar.gateway.http.request;

import com.google.errorprone.annotations.CheckReturnValue;
