/** The HTTP server: its settings and address, its trusted proxies, and the origins whose pages may call it. */
package dev.registrar.gateway.http.server;
