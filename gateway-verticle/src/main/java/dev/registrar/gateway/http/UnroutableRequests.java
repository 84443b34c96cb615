package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.HTTP_VERSION_NOT_SUPPORTED;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.URI_TOO_LONG;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.http.exchange.CommonHeaders;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.ResponseObserver;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.JsonApiError;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Responds to the requests that no router gets: those that are not valid HTTP, and those about the whole server. */
public final class UnroutableRequests {
    private static final Logger LOG = LoggerFactory.getLogger(UnroutableRequests.class);
    private static final String ASTERISK = "*";

    private final CommonHeaders commonHeaders;
    private final List<ResponseObserver> observers;

    public UnroutableRequests(CommonHeaders commonHeaders, List<ResponseObserver> observers) {
        this.commonHeaders = commonHeaders;
        this.observers = observers;
    }

    /**
     * Responds to a request that is not valid HTTP with a JSON:API error like everywhere else, and closes the
     * connection.
     */
    public void rejectInvalid(HttpServerRequest request) {
        observe(request);
        var error = errorOf(request);
        var document = ErrorsDocument.of(List.of(error), commonHeaders.putOn(request));
        var connection = ClientConnection.of(request);
        var transfer = connection.beginTransfer(request, document.length(), () -> {}, connection::close);
        // Nothing more is read from this connection, because what follows may be the rest of this request.
        request.response()
                .setStatusCode(error.code().status())
                .putHeader(HttpHeaders.CONTENT_TYPE, JsonApi.MEDIA_TYPE)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(document.length()))
                .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
                .end(document)
                .onComplete(sent -> {
                    transfer.end();
                    request.connection().close();
                });
    }

    private void observe(HttpServerRequest request) {
        var begun = System.nanoTime();
        request.response().endHandler(ended -> {
            var took = Duration.ofNanos(System.nanoTime() - begun);
            observers.forEach(observer -> observer.observe(request, Optional.empty(), true, took));
        });
    }

    /** The code of the error in the response; empty if the request is valid HTTP. */
    static Optional<ErrorCode> errorCodeOf(HttpServerRequest request) {
        return request.decoderResult().isFailure()
                ? Optional.of(errorOf(request).code())
                : Optional.empty();
    }

    private static JsonApiError errorOf(HttpServerRequest request) {
        var cause = request.decoderResult().cause();
        if (cause instanceof TooLongHttpLineException) {
            return URI_TOO_LONG.because(
                    "The URL is longer than this service accepts; filter by fewer values at a time.");
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return RequestHeadHandler.TOO_LARGE;
        }
        if (cause instanceof ProtocolException) {
            return HTTP_VERSION_NOT_SUPPORTED.because(
                    "This service supports HTTP/1.1 and HTTP/1.0, and HTTP/2 with TLS.");
        }
        return MALFORMED_REQUEST.because("The request line or a header is malformed.");
    }

    /**
     * Whether a request asks about the server instead of a URL: {@code OPTIONS *} (RFC 9110, 9.3.7). One with a body is
     * left to the router, whose handlers know where the body ends.
     */
    public static boolean isServerWide(HttpServerRequest request) {
        return request.method().equals(HttpMethod.OPTIONS)
                && request.uri().equals(ASTERISK)
                && (Exchange.isHttp2(request) || !Exchange.mayHaveBody(request));
    }

    public void respondServerWide(HttpServerRequest request) {
        observe(request);
        commonHeaders.putOn(request);
        request.response()
                .putHeader(HttpHeaders.ALLOW, PreflightHandler.METHODS)
                .end()
                .onFailure(failure -> LOG.debug("OPTIONS *: the client has disconnected", failure));
    }
}
