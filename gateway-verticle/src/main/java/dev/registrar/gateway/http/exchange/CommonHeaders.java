package dev.registrar.gateway.http.exchange;

import dev.registrar.gateway.http.server.AllowedOrigins;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.resource.bus.ResourceRequest;
import io.netty.handler.codec.DateFormatter;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;

/**
 * Adds to every response, including errors, its request id, the date and the headers that the specification requires,
 * and lets pages of the configured origins read it (the CORS protocol of the Fetch standard). If any origin is
 * configured, every response varies by origin, including responses to requests without one.
 */
public final class CommonHeaders {
    public static final String REQUEST_ID = "X-Request-Id";

    /** All methods that this service knows. */
    public static final CharSequence METHODS =
            HttpHeaders.createOptimized("DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT");

    /** What scripts may read of a response, besides the headers that every script may read. */
    private static final CharSequence EXPOSED = HttpHeaders.createOptimized(
            "Accept-Encoding, Allow, Content-Disposition, Content-Location, ETag, Link, Location, Preference-Applied, Retry-After, WWW-Authenticate, "
                    + REQUEST_ID);

    /** For a server that is reached by plain HTTP and not by pages of other origins. */
    public static final CommonHeaders PLAIN = new CommonHeaders(false, AllowedOrigins.NONE);

    private final AllowedOrigins origins;

    /** Those that are the same in every response. */
    private final MultiMap fixed = HttpHeaders.headers();

    private CommonHeaders(boolean isReachedByTls, AllowedOrigins origins) {
        this.origins = origins;
        addFixed("Vary", "Accept, Authorization, Cookie" + (origins.isEmpty() ? "" : ", Origin"));
        addFixed("X-Frame-Options", "SAMEORIGIN");
        addFixed("X-Content-Type-Options", "nosniff");
        addFixed("Referrer-Policy", "no-referrer");
        // Cached responses belong to one caller and must be revalidated by their entity tag before reuse.
        addFixed("Cache-Control", "private, no-cache");
        if (isReachedByTls) {
            addFixed("Strict-Transport-Security", "max-age=31536000");
        }
    }

    private void addFixed(String name, String value) {
        fixed.add(HttpHeaders.createOptimized(name), HttpHeaders.createOptimized(value));
    }

    public static CommonHeaders of(HttpSettings settings) {
        return new CommonHeaders(
                settings.usesTls() || settings.publicUrl().startsWith("https:"), settings.allowedOrigins());
    }

    /** Gives the request its id, which a caller may choose, and adds the headers to its response. */
    public void putOn(RoutingContext context) {
        var request = context.request();
        var given = request.headers().getAll(REQUEST_ID);
        var id = given.size() == 1 && ResourceRequest.isRequestId(given.get(0))
                ? given.get(0)
                : UUID.randomUUID().toString();
        Exchange.of(context).setRequestId(id);
        RequestContext.begin().readTrace(request.headers());
        RequestContext.begin().setRequestId(id);
        var response = request.response().putHeader(REQUEST_ID, id);
        response.headers().addAll(fixed).set(HttpHeaders.DATE, DateFormatter.format(Date.from(Instant.now())));
        origins.allowed(request)
                .ifPresent(origin -> response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
                        .putHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED));
    }
}
