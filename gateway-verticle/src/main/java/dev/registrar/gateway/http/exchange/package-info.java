/** A request and its response on their way through the handlers: how the one is read and the other is sent. */
package dev.registrar.gateway.http.exchange;
