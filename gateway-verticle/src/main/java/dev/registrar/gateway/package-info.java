/**
 * The HTTP side of the service. It contains no SQL and no tables: each request becomes one message on the event bus.
 */
package dev.registrar.gateway;
