package dev.registrar.gateway.http.response;

import dev.registrar.gateway.http.request.RequestId;
import dev.registrar.gateway.http.server.HttpSettings;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** Adds to every response, including errors, its request id and the headers that the specification requires. */
public final class CommonHeaders implements Handler<RoutingContext> {
    private static final CharSequence VARY = HttpHeaders.createOptimized("Accept, Authorization");
    private static final CharSequence X_FRAME_OPTIONS = HttpHeaders.createOptimized("X-Frame-Options");
    private static final CharSequence SAME_ORIGIN = HttpHeaders.createOptimized("SAMEORIGIN");
    private static final CharSequence X_CONTENT_TYPE_OPTIONS = HttpHeaders.createOptimized("X-Content-Type-Options");
    private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
    private static final CharSequence REFERRER_POLICY = HttpHeaders.createOptimized("Referrer-Policy");
    private static final CharSequence NO_REFERRER = HttpHeaders.createOptimized("no-referrer");
    private static final CharSequence STRICT_TRANSPORT_SECURITY =
            HttpHeaders.createOptimized("Strict-Transport-Security");
    private static final CharSequence ONE_YEAR = HttpHeaders.createOptimized("max-age=31536000");

    /** Cached responses belong to one caller and must be revalidated by their entity tag before reuse. */
    private static final CharSequence REVALIDATE = HttpHeaders.createOptimized("private, no-cache");

    private final boolean isReachedByTls;

    public CommonHeaders(HttpSettings settings) {
        isReachedByTls = settings.usesTls() || settings.publicUrl().startsWith("https:");
    }

    @Override
    public void handle(RoutingContext context) {
        RequestId.assign(context);
        putOn(context.response());
        if (isReachedByTls) {
            context.response().putHeader(STRICT_TRANSPORT_SECURITY, ONE_YEAR);
        }
        context.next();
    }

    public static void putOn(HttpServerResponse response) {
        response.putHeader(HttpHeaders.VARY, VARY)
                .putHeader(X_FRAME_OPTIONS, SAME_ORIGIN)
                .putHeader(X_CONTENT_TYPE_OPTIONS, NO_SNIFF)
                .putHeader(REFERRER_POLICY, NO_REFERRER)
                .putHeader(HttpHeaders.CACHE_CONTROL, REVALIDATE);
    }
}
