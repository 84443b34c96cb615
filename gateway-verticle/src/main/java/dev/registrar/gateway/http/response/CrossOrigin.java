package dev.registrar.gateway.http.response;

import dev.registrar.gateway.authentication.Sessions;
import dev.registrar.gateway.http.request.RequestId;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.resource.idempotency.IdempotencyKey;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.CorsHandler;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which pages of other origins may call the service (the CORS protocol of the Fetch standard): none, unless configured.
 * Those that may not are answered as if they had not said where they are from, and their browser keeps the answer from them.
 * Where some may, every response depends on the origin, also that to a request without one.
 */
public final class CrossOrigin {
    private CrossOrigin() {}

    public static void install(Router router, HttpSettings settings) {
        var origins = Stream.of(settings.corsOrigins().split(",", -1))
                .map(String::trim)
                .filter(origin -> !origin.isEmpty())
                .toList();
        if (!origins.isEmpty()) {
            var handler = handler(origins);
            router.route().handler(context -> {
                context.response().headers().add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
                if (origins.contains(context.request().getHeader(HttpHeaders.ORIGIN))) {
                    handler.handle(context);
                } else {
                    context.next();
                }
            });
        }
    }

    /** Without credentials: a page of another origin sends its own, never the cookie of a session. */
    private static CorsHandler handler(List<String> origins) {
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
