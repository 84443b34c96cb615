package dev.registrar.gateway.http.response;

import dev.registrar.gateway.authentication.session.Sessions;
import dev.registrar.gateway.http.request.RequestId;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.resource.idempotency.IdempotencyKey;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.CorsHandler;
import java.util.List;
import java.util.Set;

/**
 * Allows pages of the configured origins to call the service (the CORS protocol of the Fetch standard); by default,
 * none. Requests from other origins get responses without CORS headers, which their browser does not show to the page.
 * If any origin is configured, every response varies by origin, including responses to requests without one.
 */
public final class CrossOriginHandler implements Handler<RoutingContext> {
    private final List<String> origins;
    private final CorsHandler ofOrigins;

    private CrossOriginHandler(List<String> origins) {
        this.origins = origins;
        ofOrigins = corsHandler(origins);
    }

    public static void install(Router router, HttpSettings settings) {
        var origins = settings.allowedOrigins().list();
        if (!origins.isEmpty()) {
            router.route().handler(new CrossOriginHandler(origins));
        }
    }

    @Override
    public void handle(RoutingContext context) {
        context.response().headers().add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
        if (origins.contains(context.request().getHeader(HttpHeaders.ORIGIN))) {
            ofOrigins.handle(context);
        } else {
            context.next();
        }
    }

    /** Without credentials: a page of another origin must send its own and never uses the session cookie. */
    private static CorsHandler corsHandler(List<String> origins) {
        return CorsHandler.create()
                .addOrigins(origins)
                .allowedMethods(Set.of(
                        HttpMethod.GET,
                        HttpMethod.HEAD,
                        HttpMethod.POST,
                        HttpMethod.PATCH,
                        HttpMethod.PUT,
                        HttpMethod.DELETE))
                .allowedHeaders(Set.of(
                        "Accept",
                        "Authorization",
                        "Content-Type",
                        IdempotencyKey.HEADER,
                        "If-Match",
                        "If-None-Match",
                        "Prefer",
                        RequestId.HEADER,
                        Sessions.CSRF_HEADER))
                .exposedHeaders(
                        Set.of("ETag", "Location", "Preference-Applied", "Retry-After", "Allow", RequestId.HEADER));
    }
}
