package dev.registrar.gateway.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** Gives every answer, error or not, its request id and the headers that the specification names. */
public final class CommonHeaders implements Handler<RoutingContext> {
    private static final CharSequence VARY = HttpHeaders.createOptimized("Accept, Authorization");
    private static final CharSequence X_FRAME_OPTIONS = HttpHeaders.createOptimized("X-Frame-Options");
    private static final CharSequence SAME_ORIGIN = HttpHeaders.createOptimized("SAMEORIGIN");
    private static final CharSequence X_CONTENT_TYPE_OPTIONS = HttpHeaders.createOptimized("X-Content-Type-Options");
    private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");

    @Override
    public void handle(RoutingContext context) {
        RequestId.assign(context);
        putOn(context.response());
        context.next();
    }

    static void putOn(HttpServerResponse response) {
        response.putHeader(HttpHeaders.VARY, VARY)
                .putHeader(X_FRAME_OPTIONS, SAME_ORIGIN)
                .putHeader(X_CONTENT_TYPE_OPTIONS, NO_SNIFF);
    }
}
