package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.OVERLOADED;
import static dev.registrar.resource.error.ErrorCode.REPEATED_HEADER;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.gateway.authentication.Sessions;
import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.connection.ConnectionLimits;
import dev.registrar.gateway.http.exchange.CommonHeaders;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.FailureHandler;
import dev.registrar.gateway.http.exchange.RequestUrl;
import dev.registrar.gateway.http.server.PublicUrl;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.time.Cancellation;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.idempotency.IdempotencyKey;
import io.micrometer.core.instrument.Counter;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Begins every exchange when the head of the request has arrived: its id, the common headers of its response, and its
 * deadline; and checks that head, whatever the URL. A read is cancelled when its client is gone, so that it makes room
 * for other requests. A change goes on: its client may already rely on it.
 *
 * @param rejections counts the requests that are rejected because too much is pending on their connection
 */
public record RequestHeadHandler(CommonHeaders commonHeaders, TimeLimits limits, Counter rejections)
        implements Handler<RoutingContext> {
    private static final int MAX_BYTES = HttpServerOptions.DEFAULT_MAX_HEADER_SIZE;
    private static final String CHUNKED = "chunked";
    private static final Set<HttpMethod> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private static final List<CharSequence> SINGLE_HEADERS = Stream.of(
                    "Host",
                    "Authorization",
                    "Content-Type",
                    "Origin",
                    "Last-Event-ID",
                    IdempotencyKey.HEADER,
                    Sessions.CSRF_HEADER)
            .map(HttpHeaders::createOptimized)
            .toList();

    /** Some clients, such as curl 7.88, report an error instead of the response if both arrive together. */
    private static final Duration RESPONSE_BEFORE_RESET = Duration.ofSeconds(1);

    /** Reaches nobody: there is no client any more. */
    private static final JsonApiError DISCONNECTED = OVERLOADED.because("The client has disconnected.");

    @Override
    public void handle(RoutingContext context) {
        var request = context.request();
        commonHeaders.putOn(context);
        Exchange.of(context).setDeadline(deadlineOf(context));
        if (request.decoderResult().isFailure()) {
            context.fail(400);
            return;
        }
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

    /** The deadline of a read, which is cancelled when the response ends, or with it the connection or the stream. */
    private Deadline deadlineOf(RoutingContext context) {
        var deadline = Deadline.in(limits.reply());
        if (!READS.contains(context.request().method())) {
            return deadline;
        }
        var read = new Cancellation(DISCONNECTED.asException());
        context.addEndHandler(ended -> read.cancel());
        return deadline.cancelledBy(read);
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
            var limit = Exchange.isHttp2(request) ? RESPONSE_BEFORE_RESET : limits.request();
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
            throw FailureHandler.HEADERS_ARE_TOO_LARGE.asException();
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
        RequestUrl.requireValidPath(request);
    }
}
