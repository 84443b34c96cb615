/** Proxies in front of the gateway: which are trusted, what they report about the client, and the public URL. */
@CheckReturnValue
package dev.registrar.gateway.http.proxy;

import com.google.errorprone.annotations.CheckReturnValue;
