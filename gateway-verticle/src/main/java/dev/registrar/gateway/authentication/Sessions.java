package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.REPEATED_HEADER;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.gateway.authentication.AuthenticationSettings.SessionLimits;
import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.server.PublicUrl;
import dev.registrar.resource.idempotency.IdempotencyKey;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Browser sessions. A session replaces the credentials that opened it: it has their rights and does not outlive them.
 * Every node knows it.
 */
public final class Sessions {
    /** The cookie with the id of the session; scripts cannot read it. */
    public static final String COOKIE = "registrar_session";

    /** The cookie with a token by which scripts prove that they belong to this site. */
    public static final String CSRF_COOKIE = "registrar_csrf";

    /** The header in which a script repeats that token. */
    public static final String CSRF_HEADER = "X-CSRF-Token";

    /** The session's cookie goes only to the API, below the path of the public URL. */
    private static final String API = "/v1/";

    /** Every page of the site can read the token's cookie, wherever the site serves its pages. */
    private static final String WHOLE_SITE = "/";

    /** A browser sends the cookies of several paths and domains; more than a few are an attack. */
    private static final int MOST_COOKIES = 4;

    private final SessionStore store;
    private final Duration lifetime;
    private final PublicUrl publicUrl;

    public Sessions(Vertx vertx, SessionLimits settings, PublicUrl publicUrl) {
        this.publicUrl = publicUrl;
        store = new SessionStore(vertx, settings);
        lifetime = settings.sessionLifetime();
    }

    /** Opens a session for the caller of a request with credentials, and only one for its Idempotency-Key. */
    public Future<OpenSession> open(RoutingContext context) {
        var authenticated = Exchange.of(context).authenticated().atMost(lifetime);
        if (authenticated.hasExpired()) {
            return Future.failedFuture(new InvalidCredentials("Your login has expired, or is about to; log in again."));
        }
        var key = Optional.ofNullable(context.request().getHeader(IdempotencyKey.HEADER))
                .map(IdempotencyKey::new);
        return store.open(authenticated, key, context.request().getHeader(HttpHeaders.AUTHORIZATION));
    }

    /** Whether a request has a session cookie; the session may have ended. */
    static boolean isNamedIn(RoutingContext context) {
        return cookiesIn(context).findAny().isPresent();
    }

    /** Whether a request names a session and has no other credentials, which would take precedence. */
    static boolean isUsedBy(RoutingContext context) {
        return isNamedIn(context) && !context.request().headers().contains(HttpHeaders.AUTHORIZATION);
    }

    /** Cookies may be sent in several lines (RFC 9113, 8.2.3). */
    private static Stream<String> cookiesIn(RoutingContext context) {
        return context.request().headers().getAll(HttpHeaders.COOKIE).stream()
                .flatMap(line -> ServerCookieDecoder.STRICT.decodeAll(line).stream())
                .filter(cookie -> cookie.name().equals(COOKIE))
                .map(cookie -> cookie.value());
    }

    /**
     * Returns the session of a request; empty if its cookies are of no open session. The response then removes them, so
     * that the browser can begin anew.
     *
     * @return fails with {@code repeated_header} if two sessions are open: one may have been planted
     */
    public Future<Optional<OpenSession>> find(RoutingContext context) {
        if (!isNamedIn(context)) {
            return Future.succeededFuture(Optional.empty());
        }
        var url = publicUrl.seenBy(context);
        var named = cookiesIn(context)
                .limit(MOST_COOKIES)
                .flatMap(cookie -> SessionId.parse(cookie).stream())
                .distinct()
                .map(store::find)
                .toList();
        return Future.all(named)
                .map(all ->
                        named.stream().flatMap(found -> found.result().stream()).toList())
                .map(Sessions::single)
                .onSuccess(session -> {
                    if (session.isEmpty()) {
                        removeCookies(context, url);
                    }
                });
    }

    private static Optional<OpenSession> single(List<OpenSession> open) {
        if (open.size() > 1) {
            throw REPEATED_HEADER
                    .at(header("Cookie"), "Send the cookie %s once.".formatted(COOKIE))
                    .asException();
        }
        return open.stream().findAny();
    }

    /** Ends a session, and removes its cookies. */
    public Future<Void> end(OpenSession session, RoutingContext context) {
        var url = publicUrl.seenBy(context);
        return store.end(session).onSuccess(ended -> removeCookies(context, url));
    }

    /** Adds the cookies of a session to the response. */
    public void putCookies(OpenSession session, RoutingContext context) {
        // Rounded up, because browsers discard a cookie with a lifetime of 0 seconds.
        var seconds =
                Duration.between(Instant.now(), session.authenticated().until()).toSeconds() + 1;
        putCookies(context, session.id().value(), session.csrfToken(), seconds, publicUrl.seenBy(context));
    }

    /** A response that has begun, such as a stream, can remove nothing any more. */
    private static void removeCookies(RoutingContext context, String url) {
        if (!context.response().headWritten()) {
            putCookies(context, "", "", 0, url);
        }
    }

    private static void putCookies(RoutingContext context, String session, String csrfToken, long seconds, String url) {
        var isSecure = url.startsWith("https:");
        var pathOfApi = url.replaceFirst("https?://[^/]*", "") + API;
        context.response()
                .addCookie(cookie(COOKIE, session, pathOfApi, seconds, isSecure).setHttpOnly(true))
                .addCookie(cookie(CSRF_COOKIE, csrfToken, WHOLE_SITE, seconds, isSecure));
    }

    private static Cookie cookie(String name, String value, String path, long seconds, boolean isSecure) {
        return Cookie.cookie(name, value)
                .setPath(path)
                .setSameSite(CookieSameSite.LAX)
                .setSecure(isSecure)
                .setMaxAge(seconds);
    }
}
