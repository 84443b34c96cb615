package dev.registrar.gateway.http;

import dev.registrar.gateway.http.exchange.CommonHeaders;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.gateway.http.server.AllowedOrigins;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;

/**
 * Responds to the preflight requests with which browsers ask whether a page of another origin may send a request (the
 * CORS protocol of the Fetch standard). A page of a configured origin may send every request, but none with cookies: it
 * must send credentials of its own, and never uses a session.
 */
public record PreflightHandler(AllowedOrigins origins) implements Handler<RoutingContext> {
    private static final CharSequence HEADERS = HttpHeaders.createOptimized(
            "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, "
                    + "X-Request-Id, X-Requested-With");

    /** How many seconds browsers may remember the response; Chromium does so for at most two hours. */
    private static final CharSequence MAX_AGE = HttpHeaders.createOptimized("7200");

    /** Other requests with the method OPTIONS, such as those of pages that may not call the service, go on. */
    @Override
    public void handle(RoutingContext context) {
        var request = context.request();
        var isPreflight = request.method().equals(HttpMethod.OPTIONS)
                && request.headers().contains(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
        if (isPreflight && origins.allowed(request).isPresent()) {
            context.response()
                    .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, CommonHeaders.METHODS)
                    .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, HEADERS)
                    .putHeader(HttpHeaders.ACCESS_CONTROL_MAX_AGE, MAX_AGE);
            Responses.sendEmpty(context, 204);
        } else {
            context.next();
        }
    }
}
