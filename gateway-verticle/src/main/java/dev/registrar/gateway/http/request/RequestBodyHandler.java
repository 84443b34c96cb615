package dev.registrar.gateway.http.request;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Objects;

/** Reads the body of a request, up to a size and within a time. Later handlers have the complete request. */
public final class RequestBodyHandler implements Handler<RoutingContext> {
    private static final String BODY = RequestBodyHandler.class.getName();

    private final long maxSize;
    private final Duration limit;

    /**
     * Makes it.
     *
     * @param maxSize the most bytes of a body
     * @param limit how long it may take to arrive
     */
    public RequestBodyHandler(long maxSize, Duration limit) {
        this.maxSize = maxSize;
        this.limit = limit;
    }

    @Override
    public void handle(RoutingContext context) {
        var request = context.request();
        if (request.isEnded() || !hasBody(request)) {
            context.next();
        } else {
            new Upload(context, maxSize, limit, body -> proceed(context, body)).read();
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

    public static boolean hasBody(HttpServerRequest request) {
        return isHttp2(request)
                || request.headers().contains(HttpHeaders.CONTENT_LENGTH)
                || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    public static boolean isHttp2(HttpServerRequest request) {
        return request.version() == HttpVersion.HTTP_2;
    }
}
