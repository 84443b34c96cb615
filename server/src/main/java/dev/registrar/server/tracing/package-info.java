/** Traces of requests through HTTP, the event bus and SQL, sent to an OpenTelemetry collector. */
@CheckReturnValue
package dev.registrar.server.tracing;

import com.google.errorprone.annotations.CheckReturnValue;
