package dev.registrar.gateway.authentication.session;

import dev.registrar.gateway.authentication.scheme.Authenticated;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.resource.metrics.NodeMetrics;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Browser sessions. A session replaces the credentials that opened it: it has their rights and does not outlive them.
 * On a cluster, every node knows it.
 */
public final class Sessions {
    /** The cookie with the id of the session; scripts cannot read it. */
    public static final String COOKIE = "registrar_session";

    /** The cookie with a token by which scripts prove that they belong to this site. */
    public static final String CSRF_COOKIE = "registrar_csrf";

    /** The header in which a script repeats that token. */
    public static final String CSRF_HEADER = "X-CSRF-Token";

    private static final int SECRET_BYTES = 32;

    private final SessionStore store;
    private final SecureRandom random = new SecureRandom();
    private final Duration lifetime;

    public Sessions(Vertx vertx, SessionSettings settings) {
        store = new SessionStore(vertx, settings.maxSessionsPerCaller(), settings.maxSessions());
        lifetime = settings.sessionLifetime();
        NodeMetrics.of(vertx)
                .read(
                        store::size,
                        List.of(new NodeMetrics.Part<>(
                                "registrar.sessions", "Open sessions in the whole cluster", Integer::doubleValue)));
    }

    /** Opens a session for the caller of a request with credentials, and only one for its Idempotency-Key. */
    public Future<OpenSession> open(RoutingContext context) {
        var authenticated = Authenticated.in(context);
        var until = untilOf(authenticated);
        if (!Instant.now().isBefore(until)) {
            return Future.failedFuture(
                    new InvalidCredentials("The access token has expired, or is about to; fetch a new one."));
        }
        var key = Optional.ofNullable(context.request().getHeader(IdempotencyKey.HEADER))
                .map(value -> new IdempotencyKey(value).value());
        return store.open(
                authenticated.caller(),
                key.map(String::hashCode).orElseGet(random::nextInt),
                session -> key.isPresent() && session.key().equals(key) && isSame(session, authenticated),
                slot -> new OpenSession(
                        new SessionId(slot, newSecret()),
                        authenticated.caller(),
                        newSecret(),
                        Instant.now(),
                        until,
                        key,
                        authenticated.token()));
    }

    private Instant untilOf(Authenticated authenticated) {
        var latest = Instant.now().plus(lifetime);
        return authenticated.until().isBefore(latest) ? authenticated.until() : latest;
    }

    /**
     * Whether these credentials may get a session that was opened with the same key: not if it ends with a different
     * token.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code idempotency_key_reused} if the session has other
     *     rights than the credentials
     */
    private static boolean isSame(OpenSession session, Authenticated authenticated) {
        if (!haveSameRights(session.caller(), authenticated.caller())) {
            throw IdempotencyKey.reused();
        }
        return session.token().equals(authenticated.token());
    }

    private static boolean haveSameRights(Caller one, Caller other) {
        return one.scopes().equals(other.scopes()) && one.uni().equals(other.uni());
    }

    /** Whether a request has a session cookie; the session may have ended. */
    public static boolean isNamedIn(RoutingContext context) {
        return context.request().getCookie(COOKIE) != null;
    }

    /** Returns the session of a request; empty if it has none or the session has ended. */
    public Future<Optional<OpenSession>> find(RoutingContext context) {
        return Optional.ofNullable(context.request().getCookie(COOKIE))
                .flatMap(cookie -> SessionId.parse(cookie.getValue()))
                .map(store::find)
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    public Future<Void> end(OpenSession session) {
        return store.end(session);
    }

    private String newSecret() {
        var bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
