package dev.registrar.gateway.http.exchange;

import static dev.registrar.resource.error.ErrorCode.HEADERS_TOO_LARGE;
import static dev.registrar.resource.error.ErrorCode.HTTP_VERSION_NOT_SUPPORTED;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;
import static dev.registrar.resource.error.ErrorCode.URI_TOO_LONG;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.http.server.PublicUrl;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.net.ProtocolException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns every failure, and every request that is not valid HTTP, into a response with a JSON:API errors document.
 *
 * @param observers learn here of the requests that Vert.x rejects before the first step
 */
public record FailureHandler(CommonHeaders commonHeaders, List<ResponseObserver> observers)
        implements Handler<RoutingContext> {
    private static final Logger LOG = LoggerFactory.getLogger(FailureHandler.class);

    /** The error of a request with large headers. */
    public static final JsonApiError HEADERS_ARE_TOO_LARGE = HEADERS_TOO_LARGE.because(
            "The headers are larger than this service accepts, or too many: at most 8 KiB and 100 fields.");

    /**
     * Handles every failure on the root router: failures of its routes, with any status from Vert.x, and requests
     * that match no route.
     */
    public void install(Router router) {
        router.route().failureHandler(this);
        IntStream.range(400, 600).forEach(status -> router.errorHandler(status, this));
    }

    /**
     * Fails a request whose rest is not read. Over HTTP/1.1, nothing more is read from its connection: it may be the
     * rest of the request. Over HTTP/2, only its stream ends.
     */
    public static void failAndClose(RoutingContext context, JsonApiError error) {
        if (Exchange.isHttp2(context.request())) {
            context.fail(error.asException());
        } else {
            context.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            context.fail(error.asException());
            context.request().connection().close();
        }
    }

    @Override
    public void handle(RoutingContext context) {
        var response = context.response();
        if (response.closed() || (response.ended() && response.headWritten())) {
            return;
        }
        var exchange = Exchange.of(context);
        // A response whose head could not be written counts as ended, but its client has nothing.
        if (response.ended() || response.headWritten() || exchange.hasError()) {
            LOG.error("The rest of a response, or the error instead of it, cannot be sent", context.failure());
            ClientConnection.of(context.request()).cutOff(response);
            return;
        }
        if (exchange.requestId().isEmpty()) {
            // Vert.x rejects some requests, such as those with an impossible Host, before any handler has been called.
            commonHeaders.putOn(context);
            observers.forEach(observer -> observer.follow(context));
        }
        if (isServerWide(context.request())) {
            response.putHeader(HttpHeaders.ALLOW, CommonHeaders.METHODS);
            Responses.sendEmpty(context, 200);
        } else {
            respond(context);
        }
    }

    /**
     * Whether a request asks about the server instead of a URL: {@code OPTIONS *} (RFC 9110, 9.3.7), which vertx-web
     * fails before any handler, because it is no path.
     */
    private static boolean isServerWide(HttpServerRequest request) {
        return request.method().equals(HttpMethod.OPTIONS)
                && request.uri().equals("*")
                && request.decoderResult().isSuccess()
                && (Exchange.isHttp2(request) || !Exchange.mayHaveBody(request));
    }

    private static void respond(RoutingContext context) {
        if (context.request().decoderResult().isFailure()) {
            // Nothing more is read from this connection, because what follows may be the rest of this request.
            context.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            context.addEndHandler(sent -> context.request().connection().close());
        }
        if (context.failure() instanceof ErrorReplyException reply) {
            respond(context, reply.status(), reply.code(), reply.errorsDocument());
        } else {
            var error = errorOf(context);
            respond(
                    context,
                    error.status(),
                    Optional.of(error.errors().get(0).code()),
                    ErrorsDocument.of(error.errors(), Exchange.of(context).requestId()));
        }
    }

    private static void respond(RoutingContext context, int status, Optional<ErrorCode> code, Buffer document) {
        Exchange.of(context).setError(code);
        code.map(ErrorCode::retryAfterSeconds)
                .orElseGet(OptionalInt::empty)
                .ifPresent(seconds -> context.response().putHeader(HttpHeaders.RETRY_AFTER, Integer.toString(seconds)));
        Responses.sendDocument(context, status, document);
    }

    private static JsonApiException errorOf(RoutingContext context) {
        var head = context.request().decoderResult();
        if (head.isFailure()) {
            return errorOfHead(head.cause()).asException();
        }
        if (context.failure() instanceof JsonApiException error) {
            return error;
        }
        return RequestUrl.errorOfQuery(context.request())
                .orElseGet(() -> errorOfVertx(context).asException());
    }

    private static JsonApiError errorOfHead(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return URI_TOO_LONG.because(
                    "The URL is longer than this service accepts; filter by fewer values at a time.");
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return HEADERS_ARE_TOO_LARGE;
        }
        if (cause instanceof ProtocolException) {
            return HTTP_VERSION_NOT_SUPPORTED.because(
                    "This service supports HTTP/1.1 and HTTP/1.0, and HTTP/2 with TLS.");
        }
        return MALFORMED_REQUEST.because("The request line or a header is malformed.");
    }

    /** Failures of Vert.x itself have a status: an unknown path, or a URI that it cannot decode. */
    private static JsonApiError errorOfVertx(RoutingContext context) {
        var status = context.statusCode();
        if (status == 404) {
            return NOT_FOUND.because(
                    "There is nothing at %s.".formatted(context.request().path()));
        }
        if (status == 400 && PublicUrl.lacksHost(context.request())) {
            return PublicUrl.hostError();
        }
        if (status >= 400 && status < 500) {
            return MALFORMED_REQUEST.because("The request line, the headers or the query string cannot be decoded.");
        }
        LOG.error("The request failed", context.failure());
        return JsonApiError.internal();
    }
}
