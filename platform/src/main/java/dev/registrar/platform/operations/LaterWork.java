package dev.registrar.platform.operations;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.spi.tracing.SpanKind;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.core.tracing.TracingPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Work that a process of the service does for a request, perhaps after its response and on another node.
 *
 * <p>Uses internal classes of Vert.x, until its public ones can make a context for work that begins without a message.
 *
 * @param name of its span
 * @param trace that the request belongs to
 */
public record LaterWork(String name, Optional<TraceParent> trace) {

    /**
     * Begins the work in a context of its own, which belongs to the trace of the request and to no other work. Its
     * result belongs to the context of the verticle, so what comes next is not taken for a part of this work. It fails
     * if the work throws.
     */
    public <T> Future<T> begin(Vertx vertx, Supplier<Future<T>> work) {
        var verticle = ((ContextInternal) vertx.getOrCreateContext()).unwrap();
        var own = verticle.duplicate();
        trace.ifPresent(RequestContext.begin(own)::setTrace);
        Optional<Object> span = trace.map(parent -> beginSpan(own, parent));
        var result = verticle.<T>promise();
        own.dispatch(begun -> Future.succeededFuture()
                .compose(here -> work.get())
                .onComplete(done -> span.ifPresent(begunSpan ->
                        tracer(own).sendResponse(own, null, begunSpan, done.cause(), TagExtractor.empty())))
                .onComplete(result));
        return result.future();
    }

    /** The span; null without a tracer. */
    private Object beginSpan(Context own, TraceParent parent) {
        var tracer = tracer(own);
        return tracer == null
                ? null
                : tracer.receiveRequest(
                        own,
                        SpanKind.MESSAGING,
                        TracingPolicy.PROPAGATE,
                        this,
                        name,
                        List.of(Map.entry(TraceParent.NAME, parent.toString())),
                        TagExtractor.empty());
    }

    @SuppressWarnings("unchecked") // A tracer gets back the spans that it has made.
    private static VertxTracer<Object, Object> tracer(Context context) {
        return ((ContextInternal) context).tracer();
    }
}
