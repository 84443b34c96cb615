package dev.registrar.gateway.http.exchange;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.gateway.http.server.AllowedOrigins;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.resource.bus.ResourceRequest;
import io.netty.handler.codec.DateFormatter;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
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

    private static final CharSequence VARY = HttpHeaders.createOptimized("Accept, Authorization, Cookie");
    private static final CharSequence VARY_BY_ORIGIN =
            HttpHeaders.createOptimized("Accept, Authorization, Cookie, Origin");
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

    /** What scripts may read of a response, besides the headers that every script may read. */
    private static final CharSequence EXPOSED = HttpHeaders.createOptimized(
            "Accept-Encoding, Allow, Content-Location, ETag, Link, Location, Preference-Applied, Retry-After, WWW-Authenticate, "
                    + REQUEST_ID);

    /** For a server that is reached by plain HTTP and not by pages of other origins. */
    public static final CommonHeaders PLAIN = new CommonHeaders(false, AllowedOrigins.NONE);

    private static volatile WrittenDate latestDate = WrittenDate.of(0);

    private final boolean isReachedByTls;
    private final AllowedOrigins origins;
    private final CharSequence vary;

    private CommonHeaders(boolean isReachedByTls, AllowedOrigins origins) {
        this.isReachedByTls = isReachedByTls;
        this.origins = origins;
        vary = origins.isEmpty() ? VARY : VARY_BY_ORIGIN;
    }

    public static CommonHeaders of(HttpSettings settings) {
        return new CommonHeaders(
                settings.usesTls() || settings.publicUrl().startsWith("https:"), settings.allowedOrigins());
    }

    /** Gives the request its id, which a caller may choose, and adds the headers to its response. */
    void putOn(RoutingContext context) {
        var request = context.request();
        var given = request.headers().getAll(REQUEST_ID);
        var id = given.size() == 1 && ResourceRequest.isRequestId(given.get(0))
                ? given.get(0)
                : UUID.randomUUID().toString();
        Exchange.of(context).setRequestId(id);
        RequestContext.begin().readTrace(request.headers());
        putOn(request, id);
    }

    /**
     * Adds the headers to the response to a request that cannot be routed.
     *
     * @return the id of the request
     */
    @CanIgnoreReturnValue
    public String putOn(HttpServerRequest request) {
        var id = UUID.randomUUID().toString();
        putOn(request, id);
        return id;
    }

    private void putOn(HttpServerRequest request, String id) {
        RequestContext.begin().setRequestId(id);
        var response = request.response()
                .putHeader(REQUEST_ID, id)
                .putHeader(HttpHeaders.DATE, currentDate())
                .putHeader(HttpHeaders.VARY, vary)
                .putHeader(X_FRAME_OPTIONS, SAME_ORIGIN)
                .putHeader(X_CONTENT_TYPE_OPTIONS, NO_SNIFF)
                .putHeader(REFERRER_POLICY, NO_REFERRER)
                .putHeader(HttpHeaders.CACHE_CONTROL, REVALIDATE);
        if (isReachedByTls) {
            response.putHeader(STRICT_TRANSPORT_SECURITY, ONE_YEAR);
        }
        origins.of(request)
                .ifPresent(origin -> response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
                        .putHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED));
    }

    /** The value of {@code Date} (RFC 9110, 6.6.1), written once a second. */
    private static CharSequence currentDate() {
        var second = System.currentTimeMillis() / 1000;
        var date = latestDate;
        if (date.second() != second) {
            date = WrittenDate.of(second);
            latestDate = date;
        }
        return date.text();
    }

    private record WrittenDate(long second, CharSequence text) {
        static WrittenDate of(long second) {
            var text = DateFormatter.format(Date.from(Instant.ofEpochSecond(second)));
            return new WrittenDate(second, HttpHeaders.createOptimized(text));
        }
    }
}
