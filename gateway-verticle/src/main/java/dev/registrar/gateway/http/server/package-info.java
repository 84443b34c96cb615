/** The HTTP server: its settings, address, TLS and certificates. */
@CheckReturnValue
package dev.registrar.gateway.http.server;

import com.google.errorprone.annotations.CheckReturnValue;
