package dev.registrar.gateway.http.request;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Objects;

/** Reads the body of a request, up to a size and within a time. Later handlers get the complete request. */
public final class RequestBodyHandler implements Handler<RoutingContext> {
    private static final String BODY = RequestBodyHandler.class.getName();

    private final long maxSize;
    private final Duration limit;
    private final Counter rejections;

    /**
     * Creates the handler.
     *
     * @param maxSize the largest body, in bytes
     * @param limit how long a body may take to arrive
     * @param rejections counts the requests whose bodies are given up, to make room for others
     */
    public RequestBodyHandler(long maxSize, Duration limit, Counter rejections) {
        this.maxSize = maxSize;
        this.limit = limit;
        this.rejections = rejections;
    }

    @Override
    public void handle(RoutingContext context) {
        var request = context.request();
        if (request.isEnded() || !RequestFraming.mayHaveBody(request)) {
            context.next();
        } else {
            new Upload(context, maxSize, limit, rejections, body -> proceed(context, body)).read();
        }
    }

    private static void proceed(RoutingContext context, Buffer body) {
        context.put(BODY, body);
        context.next();
    }

    /** Returns the complete body of a request and releases it; empty if there is none. */
    public static Buffer take(RoutingContext context) {
        return Objects.requireNonNullElseGet(context.remove(BODY), Buffer::buffer);
    }
}
