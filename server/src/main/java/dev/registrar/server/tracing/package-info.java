/** Traces of requests through HTTP, the event bus and SQL, sent to an OpenTelemetry collector. */
package dev.registrar.server.tracing;
