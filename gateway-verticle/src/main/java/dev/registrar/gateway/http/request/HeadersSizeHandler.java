package dev.registrar.gateway.http.request;

import static dev.registrar.resource.error.ErrorCode.HEADERS_TOO_LARGE;

import dev.registrar.gateway.connection.ConnectionLimits;
import dev.registrar.resource.error.JsonApiError;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/**
 * Rejects HTTP/2 requests with large headers, and leaves their connection, which may be one of a proxy with the requests of
 * other clients, open. Over HTTP/1.1, the toolkit rejects them while it reads them.
 */
public final class HeadersSizeHandler implements Handler<RoutingContext> {
    /** The error of a request with large headers. */
    public static final JsonApiError TOO_LARGE = HEADERS_TOO_LARGE.because(
            "The headers are larger than this service accepts, or too many: at most 8 KiB and 100 fields.");

    private static final int MAX_BYTES = HttpServerOptions.DEFAULT_MAX_HEADER_SIZE;

    /**
     * What the toolkit reads of a request over HTTP/2. It resets the stream of a larger one, and closes the connection if it is
     * larger by a quarter. Most proxies accept less.
     */
    public static final long MAX_BYTES_READ = 64L * 1024;

    @Override
    public void handle(RoutingContext context) {
        if (RequestFraming.isHttp2(context.request()) && isTooLarge(context.request())) {
            context.fail(TOO_LARGE.asException());
        } else {
            context.next();
        }
    }

    private static boolean isTooLarge(HttpServerRequest request) {
        var size = 0;
        var fields = 0;
        for (var header : request.headers()) {
            size += header.getKey().length() + header.getValue().length();
            fields++;
        }
        return size > MAX_BYTES || fields > ConnectionLimits.HEADER_FIELDS;
    }
}
