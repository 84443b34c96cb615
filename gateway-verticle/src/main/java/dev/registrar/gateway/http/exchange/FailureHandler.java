package dev.registrar.gateway.http.exchange;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.http.server.PublicUrl;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns every failure into a response with a JSON:API errors document. Only {@code UnroutableRequests} does the same,
 * for requests that are not valid HTTP.
 */
public final class FailureHandler implements Handler<RoutingContext> {
    private static final Logger LOG = LoggerFactory.getLogger(FailureHandler.class);

    private final CommonHeaders commonHeaders;
    private final List<ResponseObserver> observers;

    private FailureHandler(CommonHeaders commonHeaders, List<ResponseObserver> observers) {
        this.commonHeaders = commonHeaders;
        this.observers = List.copyOf(observers);
    }

    /**
     * Handles every failure on the root router: failures of its routes, with any status from Vert.x, and requests
     * that match no route.
     *
     * @param observers learn here of the requests that Vert.x rejects before the first step
     */
    public static void install(Router router, CommonHeaders commonHeaders, List<ResponseObserver> observers) {
        var handler = new FailureHandler(commonHeaders, observers);
        router.route().failureHandler(handler);
        IntStream.range(400, 600).forEach(status -> router.errorHandler(status, handler));
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
        if (context.failure() instanceof ErrorReplyException reply) {
            respond(context, reply.status(), reply.code(), reply.errorsDocument());
        } else {
            var error = errorOf(context);
            respond(
                    context,
                    error.status(),
                    Optional.of(error.errors().get(0).code()),
                    ErrorsDocument.of(error.errors(), exchange.requestId()));
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
        if (context.failure() instanceof JsonApiException error) {
            return error;
        }
        return RequestQuery.error(context.request())
                .orElseGet(() -> errorOfVertx(context).asException());
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
