package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.CSRF_TOKEN_MISSING;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.idempotency.IdempotencyKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.Session;
import io.vertx.ext.web.sstore.ClusteredSessionStore;
import io.vertx.ext.web.sstore.LocalSessionStore;
import io.vertx.ext.web.sstore.SessionStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The sessions of browsers. A session is a stand-in for the credentials that opened it: it has their rights, and does not
 * outlive them. On a cluster every node knows it.
 */
public final class Sessions {
    /** The cookie that names a session; no script can read it. */
    public static final String COOKIE = "registrar_session";

    /** The cookie, and the header, with the token by which a script proves that it belongs to this site. */
    public static final String CSRF_COOKIE = "registrar_csrf";

    public static final String CSRF_HEADER = "X-CSRF-Token";

    private static final String CLUSTER_MAP = "registrar.sessions";

    /** A session that is not found does not exist: the map of the cluster is consistent. */
    private static final long NO_RETRY = 0;

    private static final int ID_BYTES = 32;
    private static final String ISSUER = "issuer";
    private static final String SUBJECT = "subject";
    private static final String NAME = "name";
    private static final String SCOPES = "scopes";
    private static final String UNI = "uni";
    private static final String UNTIL = "until";
    private static final String CSRF_TOKEN = "csrf";
    private static final String TOKEN = "token";
    private static final String SEPARATOR = " ";

    private final SessionStore store;
    private final SessionKeys keys;
    private final SecureRandom random = new SecureRandom();
    private final Duration lifetime;

    public Sessions(Vertx vertx, Duration lifetime) {
        store = vertx.isClustered()
                ? ClusteredSessionStore.create(vertx, CLUSTER_MAP, NO_RETRY)
                : LocalSessionStore.create(vertx);
        keys = new SessionKeys(vertx, this);
        this.lifetime = lifetime;
    }

    /**
     * An open session.
     *
     * @param csrfToken what a request that changes something must repeat in {@link #CSRF_HEADER}
     * @param until when it ends
     * @param revocable the access token that opened it, if it may be revoked before: the session ends with it
     */
    public record OpenSession(String id, Caller caller, String csrfToken, Instant until, Optional<String> revocable) {
        OpenSession(String id, Caller caller, String csrfToken, Instant until) {
            this(id, caller, csrfToken, until, Optional.empty());
        }

        /**
         * Makes sure that a request comes from a page that can read the token's cookie.
         *
         * @throws dev.registrar.resource.error.JsonApiException {@code csrf_token_missing} when it does not repeat the token
         */
        public void requireProof(RoutingContext context) {
            var given = Objects.requireNonNullElse(context.request().getHeader(CSRF_HEADER), "");
            // The comparison takes as long for a token that is nearly right.
            if (!MessageDigest.isEqual(
                    given.getBytes(StandardCharsets.UTF_8), csrfToken.getBytes(StandardCharsets.UTF_8))) {
                throw CSRF_TOKEN_MISSING
                        .at(
                                header(CSRF_HEADER),
                                "Send the value of the cookie %s in this header.".formatted(CSRF_COOKIE))
                        .asException();
            }
        }
    }

    /** Opens a session for the caller of a request that carries credentials, and only one for its Idempotency-Key. */
    public Future<OpenSession> open(RoutingContext context) {
        var authenticated = Authentication.authenticatedIn(context);
        var key = context.request().getHeader(IdempotencyKey.HEADER);
        return key == null
                ? open(authenticated)
                : keys.once(new IdempotencyKey(key), authenticated.caller(), () -> open(authenticated));
    }

    private Future<OpenSession> open(Authenticated authenticated) {
        var latest = Instant.now().plus(lifetime);
        var until = authenticated.until().isBefore(latest) ? authenticated.until() : latest;
        var session = store.createSession(lifetime.toMillis(), ID_BYTES);
        session.put(ISSUER, authenticated.caller().issuer())
                .put(SUBJECT, authenticated.caller().subject())
                .put(NAME, authenticated.caller().name())
                .put(SCOPES, String.join(SEPARATOR, authenticated.caller().scopes()))
                .put(UNTIL, until.toEpochMilli())
                .put(CSRF_TOKEN, newToken());
        authenticated.caller().uni().ifPresent(uni -> session.put(UNI, uni));
        authenticated.revocable().ifPresent(token -> session.put(TOKEN, token));
        return store.put(session).map(stored -> read(session));
    }

    /** Whether a request names a session, which may have ended. */
    static boolean isNamedIn(RoutingContext context) {
        return context.request().getCookie(COOKIE) != null;
    }

    /** The session that a request names; empty when it names none, or one that has ended. */
    public Future<Optional<OpenSession>> find(RoutingContext context) {
        var cookie = context.request().getCookie(COOKIE);
        return cookie == null
                ? Future.succeededFuture(Optional.empty())
                : store.get(cookie.getValue())
                        .map(found -> Optional.ofNullable(found)
                                .map(Sessions::read)
                                .filter(session -> Instant.now().isBefore(session.until())));
    }

    public Future<Void> end(OpenSession session) {
        return store.delete(session.id());
    }

    private String newToken() {
        var bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static OpenSession read(Session session) {
        var scopes = session.<String>get(SCOPES);
        var caller = new Caller(
                session.get(ISSUER),
                session.get(SUBJECT),
                session.get(NAME),
                scopes.isEmpty() ? Set.of() : Set.copyOf(List.of(scopes.split(SEPARATOR, -1))),
                Optional.ofNullable(session.get(UNI)));
        return new OpenSession(
                session.id(),
                caller,
                session.get(CSRF_TOKEN),
                Instant.ofEpochMilli(session.<Long>get(UNTIL)),
                Optional.ofNullable(session.get(TOKEN)));
    }
}
