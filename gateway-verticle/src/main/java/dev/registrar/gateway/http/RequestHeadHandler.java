package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.HEADERS_TOO_LARGE;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.OVERLOADED;
import static dev.registrar.resource.error.ErrorCode.REPEATED_HEADER;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.gateway.authentication.Sessions;
import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.connection.ConnectionLimits;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.FailureHandler;
import dev.registrar.gateway.http.exchange.PercentEncoding;
import dev.registrar.gateway.http.server.PublicUrl;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.idempotency.IdempotencyKey;
import io.micrometer.core.instrument.Counter;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Checks the head of every request, whatever its URL. */
public final class RequestHeadHandler implements Handler<RoutingContext> {
    /** The error of a request with large headers. */
    static final JsonApiError TOO_LARGE = HEADERS_TOO_LARGE.because(
            "The headers are larger than this service accepts, or too many: at most 8 KiB and 100 fields.");

    private static final int MAX_BYTES = HttpServerOptions.DEFAULT_MAX_HEADER_SIZE;
    private static final String CHUNKED = "chunked";

    private static final List<CharSequence> SINGLE_HEADERS = Stream.of(
                    "Host", "Authorization", "Content-Type", "Origin", IdempotencyKey.HEADER, Sessions.CSRF_HEADER)
            .map(HttpHeaders::createOptimized)
            .toList();

    /** Some clients, such as curl 7.88, report an error instead of the response if both arrive together. */
    private static final Duration RESPONSE_BEFORE_RESET = Duration.ofSeconds(1);

    private final Duration timeout;
    private final Counter rejections;

    /**
     * Creates the handler.
     *
     * @param timeout how long the rest of a request may take to arrive over HTTP/1.1 after its response
     * @param rejections counts the requests that are rejected because too much is pending on their connection
     */
    public RequestHeadHandler(Duration timeout, Counter rejections) {
        this.timeout = timeout;
        this.rejections = rejections;
    }

    @Override
    public void handle(RoutingContext context) {
        var request = context.request();
        if (Exchange.mayHaveBody(request)) {
            if (!isFramed(request)) {
                FailureHandler.failAndClose(
                        context,
                        MALFORMED_REQUEST.at(
                                header("Transfer-Encoding"),
                                "This service supports only the transfer coding chunked."));
                return;
            }
            context.addEndHandler(responded -> discardRest(context));
        }
        requireRoomOnConnection(request);
        requireSmallHeaders(request);
        requireSingleHeaders(request);
        requireValidUrl(request);
        context.next();
    }

    /**
     * Whether the end of a request on its connection is unambiguous (RFC 9112, 6.3): an unknown coding would hide it,
     * and Vert.x ignores those.
     */
    private static boolean isFramed(HttpServerRequest request) {
        var codings = request.headers().getAll(HttpHeaders.TRANSFER_ENCODING);
        return Exchange.isHttp2(request)
                || codings.isEmpty()
                || (codings.size() == 1 && codings.get(0).trim().equalsIgnoreCase(CHUNKED));
    }

    /**
     * Discards the rest of a request after its response; cuts off a client that does not stop sending (RFC 9112, 9.3).
     */
    private void discardRest(RoutingContext context) {
        var request = context.request();
        if (!request.isEnded()) {
            var limit = Exchange.isHttp2(request) ? RESPONSE_BEFORE_RESET : timeout;
            var timer = context.vertx().setTimer(limit.toMillis(), late -> cutOff(request));
            request.resume().end().onComplete(read -> context.vertx().cancelTimer(timer));
        }
    }

    /** Over HTTP/2, tells the client that the rest of the request is not needed (RFC 9113, 8.1). */
    private static void cutOff(HttpServerRequest request) {
        if (!Exchange.isHttp2(request)) {
            request.connection().close();
        } else if (!request.response().closed()) {
            request.response().reset(Http2Error.NO_ERROR.code());
        }
    }

    private void requireRoomOnConnection(HttpServerRequest request) {
        if (ClientConnection.of(request).isFull()) {
            rejections.increment();
            throw OVERLOADED
                    .because(
                            "Too much is pending on this connection; read its responses, or finish sending its requests.")
                    .asException();
        }
    }

    /**
     * Rejects HTTP/2 requests with large headers, and leaves their connection, which may be one of a proxy with the
     * requests of other clients, open. Over HTTP/1.1, Vert.x rejects them while it reads them.
     */
    private static void requireSmallHeaders(HttpServerRequest request) {
        if (!Exchange.isHttp2(request)) {
            return;
        }
        var size = 0;
        var fields = 0;
        for (var header : request.headers()) {
            size += header.getKey().length() + header.getValue().length();
            fields++;
        }
        if (size > MAX_BYTES || fields > ConnectionLimits.HEADER_FIELDS) {
            throw TOO_LARGE.asException();
        }
    }

    /** The service and a proxy in front of it could each use a different one (RFC 9110, 5.3 and 7.2). */
    private static void requireSingleHeaders(HttpServerRequest request) {
        var headers = request.headers();
        for (var name : SINGLE_HEADERS) {
            if (headers.contains(name) && headers.getAll(name).size() > 1) {
                throw REPEATED_HEADER
                        .at(header(name.toString()), "Send this header once.")
                        .asException();
            }
        }
    }

    /** Rejects a malformed path before the request is routed, and an empty host. */
    public static void requireValidUrl(HttpServerRequest request) {
        if ("".equals(request.getHeader(HttpHeaders.HOST))) {
            throw PublicUrl.hostError().asException();
        }
        if (PercentEncoding.decode(request.path()).isEmpty()) {
            throw PercentEncoding.malformed("path");
        }
    }
}
