package dev.registrar.server.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.context.Context;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * The span of a client that a request belongs to. Any client may name it, and so continue its own trace. But only a
 * trusted proxy may decide that a request is traced: otherwise, clients could have all their requests traced. For
 * others it is decided at random, because a client can choose an id of a trace that a sampler always takes.
 *
 * @param sampleRatio the part of the requests of others that are traced
 * @param isTrusted whether a proxy is trusted
 */
record RemoteParent(double sampleRatio, Predicate<HttpServerRequest> isTrusted) {

    Context judge(Context parent, HttpServerRequest request) {
        var span = Span.fromContext(parent).getSpanContext();
        return !span.isValid() || isTrusted.test(request) ? parent : parent.with(Span.wrap(decided(span)));
    }

    private SpanContext decided(SpanContext span) {
        var isSampled = ThreadLocalRandom.current().nextDouble() < sampleRatio;
        return SpanContext.createFromRemoteParent(
                span.getTraceId(),
                span.getSpanId(),
                isSampled ? TraceFlags.getSampled() : TraceFlags.getDefault(),
                span.getTraceState());
    }
}
