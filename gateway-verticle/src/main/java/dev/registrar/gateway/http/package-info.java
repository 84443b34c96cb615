/** The steps of a request through HTTP: its routes, the message to a verticle, and the shutdown of the server. */
package dev.registrar.gateway.http;
