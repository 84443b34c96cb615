package dev.registrar.gateway.http.response;

import static dev.registrar.resource.error.ErrorCode.HTTP_VERSION_NOT_SUPPORTED;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.URI_TOO_LONG;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.connection.UnsupportedVersionException;
import dev.registrar.gateway.http.request.HeadersSizeHandler;
import dev.registrar.gateway.http.request.RequestId;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.JsonApiError;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/**
 * Responds to requests that are not valid HTTP and cannot be routed, with a JSON:API error like everywhere else, and
 * closes the connection.
 */
public final class InvalidRequestHandler implements Handler<HttpServerRequest> {
    private final CommonHeaders commonHeaders;

    public InvalidRequestHandler(CommonHeaders commonHeaders) {
        this.commonHeaders = commonHeaders;
    }

    @Override
    public void handle(HttpServerRequest request) {
        var error = errorOf(request);
        var requestId = RequestId.generate();
        var document = ErrorsDocument.of(List.of(error), requestId);
        var response = request.response().setStatusCode(error.code().status());
        commonHeaders.putOn(request);
        var connection = ClientConnection.of(request);
        var transfer = connection.begin(request, document.length(), connection::close);
        // Nothing more is read from this connection, because what follows may be the rest of this request.
        response.putHeader(RequestId.HEADER, requestId)
                .putHeader(HttpHeaders.CONTENT_TYPE, JsonApi.MEDIA_TYPE)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(document.length()))
                .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
                .end(document)
                .onComplete(sent -> {
                    transfer.end();
                    request.connection().close();
                });
    }

    /** The error in the response to such a request. */
    public static JsonApiError errorOf(HttpServerRequest request) {
        var cause = request.decoderResult().cause();
        if (cause instanceof TooLongHttpLineException) {
            return URI_TOO_LONG.because(
                    "The URL is longer than this service accepts; filter by fewer values at a time.");
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return HeadersSizeHandler.TOO_LARGE;
        }
        if (cause instanceof UnsupportedVersionException) {
            return HTTP_VERSION_NOT_SUPPORTED.because(
                    "This service supports HTTP/1.1 and HTTP/1.0, and HTTP/2 with TLS.");
        }
        return MALFORMED_REQUEST.because("The request line or a header is malformed.");
    }
}
