package dev.registrar.gateway.http.exchange;

import dev.registrar.resource.error.JsonApiError;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/** How a request is delimited on its connection: by its headers (RFC 9112, 6), over HTTP/2 by its stream. */
public final class RequestFraming {
    private RequestFraming() {}

    public static boolean isHttp2(HttpServerRequest request) {
        return request.version() == HttpVersion.HTTP_2;
    }

    /** Whether a body may follow the head; always true over HTTP/2, where only the end of the stream tells. */
    public static boolean mayHaveBody(HttpServerRequest request) {
        return isHttp2(request)
                || request.headers().contains(HttpHeaders.CONTENT_LENGTH)
                || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    /** Rejects a request over HTTP/1.1. Nothing more is read from its connection: it may be the rest of the request. */
    public static void failAndClose(RoutingContext context, JsonApiError error) {
        context.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        context.fail(error.asException());
        context.request().connection().close();
    }
}
