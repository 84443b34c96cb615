package dev.registrar.gateway.http;

import dev.registrar.gateway.http.request.RequestFraming;
import dev.registrar.gateway.http.request.RequestId;
import dev.registrar.gateway.http.response.CommonHeaders;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Responds to {@code OPTIONS *} (RFC 9110, 9.3.7), which asks about the server instead of a URL that can be routed. */
public final class ServerWideOptionsHandler implements Handler<HttpServerRequest> {
    private static final String ASTERISK = "*";
    private static final String ALLOW = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT";

    private static final Logger LOG = LoggerFactory.getLogger(ServerWideOptionsHandler.class);

    private final CommonHeaders commonHeaders;

    public ServerWideOptionsHandler(CommonHeaders commonHeaders) {
        this.commonHeaders = commonHeaders;
    }

    @Override
    public void handle(HttpServerRequest request) {
        commonHeaders.putOn(request);
        var response = request.response()
                .putHeader(RequestId.HEADER, RequestId.generate())
                .putHeader(HttpHeaders.ALLOW, ALLOW);
        response.end().onFailure(failure -> LOG.debug("OPTIONS *: the client has disconnected", failure));
    }

    /** Handles these requests, and all others by the router. */
    public static Handler<HttpServerRequest> before(
            Handler<HttpServerRequest> router, Handler<HttpServerRequest> serverWideOptions) {
        return request -> {
            if (isServerWide(request)) {
                serverWideOptions.handle(request);
            } else {
                router.handle(request);
            }
        };
    }

    /** A request with a body is left to the router, whose handlers know where the body ends. */
    private static boolean isServerWide(HttpServerRequest request) {
        return request.method().equals(HttpMethod.OPTIONS)
                && request.uri().equals(ASTERISK)
                && (RequestFraming.isHttp2(request) || !RequestFraming.mayHaveBody(request));
    }
}
