/** The HTTP server: its settings and address, its trusted proxies, and the origins whose pages may call it. */
@CheckReturnValue
package dev.registrar.gateway.http.server;

import com.google.errorprone.annotations.CheckReturnValue;
