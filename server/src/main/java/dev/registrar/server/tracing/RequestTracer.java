package dev.registrar.server.tracing;

import dev.registrar.platform.operations.RequestContext;
import dev.registrar.platform.operations.TraceParent;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.spi.context.storage.ContextLocal;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.core.tracing.TracingPolicy;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * Makes a span of each HTTP request, and of each message, SQL statement, HTTP request and later work that it causes.
 * The names and attributes of spans are the service's own words, never a client's: vertx-opentelemetry would add the
 * URL, with its query, and the messages of exceptions.
 */
final class RequestTracer implements VertxTracer<Span, Span> {
    /** The tracing SPI is the only way to have a tracer; context locals are in an SPI package until Vert.x 5. */
    private static final ContextLocal<io.opentelemetry.context.Context> CURRENT =
            ContextLocal.registerLocal(io.opentelemetry.context.Context.class);

    private static final W3CTraceContextPropagator HEADERS = W3CTraceContextPropagator.getInstance();

    /** How long the spans of the last requests may take to arrive when the node stops. */
    private static final long LAST_SPANS_SECONDS = 3;

    private final SdkTracerProvider spans;
    private final Tracer tracer;
    private final double sampleRatio;
    private final Predicate<HttpServerRequest> isTrusted;

    RequestTracer(SdkTracerProvider spans, double sampleRatio, Predicate<HttpServerRequest> isTrusted) {
        this.spans = spans;
        this.tracer = spans.get("dev.registrar");
        this.sampleRatio = sampleRatio;
        this.isTrusted = isTrusted;
    }

    private static final class HeaderReader implements TextMapGetter<Iterable<Map.Entry<String, String>>> {
        @Override
        public Iterable<String> keys(Iterable<Map.Entry<String, String>> headers) {
            return StreamSupport.stream(headers.spliterator(), false)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        /** Two headers of this name are as good as none: nobody knows which of them is meant. */
        @Override
        public String get(Iterable<Map.Entry<String, String>> headers, String name) {
            String found = null;
            for (var header : headers) {
                if (header.getKey().equalsIgnoreCase(name)) {
                    if (found != null) {
                        return null;
                    }
                    found = header.getValue();
                }
            }
            return found;
        }
    }

    @Override
    public <R> Span receiveRequest(
            Context context,
            io.vertx.core.spi.tracing.SpanKind kind,
            TracingPolicy policy,
            R request,
            String operation,
            Iterable<Map.Entry<String, String>> headers,
            TagExtractor<R> tags) {
        if (policy == TracingPolicy.IGNORE) {
            return null;
        }
        var sender = HEADERS.extract(io.opentelemetry.context.Context.root(), headers, new HeaderReader());
        if (request instanceof HttpServerRequest http) {
            return begin(context, SpanDescription.ofRequest(http), parentOf(http, sender));
        }
        return Span.fromContext(sender).getSpanContext().isValid()
                ? begin(context, SpanDescription.ofReceived(request), sender)
                : null;
    }

    /**
     * Any client may name its span, and so continue its own trace. But only a trusted proxy may decide that a request is
     * traced: otherwise, clients could have all their requests traced. For others it is decided at random, because a
     * client can choose an id of a trace that a sampler always takes.
     */
    private io.opentelemetry.context.Context parentOf(
            HttpServerRequest request, io.opentelemetry.context.Context sender) {
        var span = Span.fromContext(sender).getSpanContext();
        if (!span.isValid() || isTrusted.test(request)) {
            return sender;
        }
        var isSampled = ThreadLocalRandom.current().nextDouble() < sampleRatio;
        return sender.with(Span.wrap(SpanContext.createFromRemoteParent(
                span.getTraceId(),
                span.getSpanId(),
                isSampled ? TraceFlags.getSampled() : TraceFlags.getDefault(),
                span.getTraceState())));
    }

    private Span begin(Context context, SpanDescription description, io.opentelemetry.context.Context parent) {
        var span = description.start(tracer, parent);
        CURRENT.put(context, parent.with(span));
        var id = span.getSpanContext();
        RequestContext.begin(context)
                .setTrace(new TraceParent(
                        id.getTraceId(), id.getSpanId(), id.getTraceFlags().asHex()));
        return span;
    }

    @Override
    public <R> void sendResponse(Context context, R response, Span span, Throwable failure, TagExtractor<R> tags) {
        if (span != null && response instanceof HttpServerResponse http) {
            RequestContext.of(context).ifPresent(request -> SpanDescription.complete(span, http, request));
        }
        receiveResponse(context, response, span, failure, tags);
    }

    @Override
    public <R> Span sendRequest(
            Context context,
            io.vertx.core.spi.tracing.SpanKind kind,
            TracingPolicy policy,
            R request,
            String operation,
            BiConsumer<String, String> headers,
            TagExtractor<R> tags) {
        var parent = CURRENT.get(context);
        if (policy == TracingPolicy.IGNORE || request == null || parent == null || hasEnded(parent)) {
            return null;
        }
        var span = SpanDescription.ofSent(request, operation, tags).start(tracer, parent);
        HEADERS.inject(parent.with(span), headers, BiConsumer::accept);
        return span;
    }

    /** Work that a request has begun may go on after it, such as a timer that repeats: its trace would never end. */
    private static boolean hasEnded(io.opentelemetry.context.Context parent) {
        return Span.fromContext(parent) instanceof ReadableSpan span && span.hasEnded();
    }

    /** Of a failure, only its kind is recorded: its message may repeat what a client has sent. */
    @Override
    public <R> void receiveResponse(Context context, R response, Span span, Throwable failure, TagExtractor<R> tags) {
        if (span != null) {
            if (failure != null) {
                SpanDescription.addFailure(span, failure);
            }
            span.end();
        }
    }

    @Override
    public void close() {
        var unused = spans.shutdown().join(LAST_SPANS_SECONDS, TimeUnit.SECONDS);
    }
}
