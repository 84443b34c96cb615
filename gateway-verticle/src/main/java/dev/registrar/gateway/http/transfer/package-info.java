/** Files over HTTP: sent and received in chunks, as fast as the slower side works. */
package dev.registrar.gateway.http.transfer;
