package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.error.ErrorCode.TOO_MANY_SESSIONS;

import dev.registrar.gateway.authentication.AuthenticationSettings.SessionLimits;
import dev.registrar.gateway.http.exchange.Exchange.Authenticated;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.platform.session.SessionClient;
import dev.registrar.platform.session.StoredSession;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.idempotency.IdempotencyKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Opens, finds and ends sessions, which are stored encrypted in PostgreSQL, for all nodes. A gateway uses one for a
 * second before it asks for it again, so none accepts an ended session for longer than that. Use it on one event loop
 * only.
 */
final class SessionStore {
    private static final Duration LONGEST_USE = Duration.ofSeconds(1);
    private static final int CAPACITY = 10_000;

    private final SessionClient stored;
    private final SessionLimits settings;
    private final Map<SessionId, Found> found = new Latest();

    SessionStore(Vertx vertx, SessionLimits settings) {
        stored = new SessionClient(vertx);
        this.settings = settings;
    }

    /** What is known about an id, from when it was asked for. */
    private record Found(Future<Optional<OpenSession>> session, Deadline end) {
        boolean isOver() {
            return session.failed() || end.left().isZero();
        }
    }

    private static final class Latest extends LinkedHashMap<SessionId, Found> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionId, Found> eldest) {
            return size() > CAPACITY || eldest.getValue().isOver();
        }
    }

    /**
     * Opens a session that ends with the credentials. If the caller has too many, the oldest ones end.
     *
     * @param key the Idempotency-Key of the request, if it has one: repeated with the same credentials, it gets the
     *     same session while that is open
     * @param credentials those of the request; the id is derived from them and the key, because neither is stored
     */
    Future<OpenSession> open(Authenticated authenticated, Optional<IdempotencyKey> key, String credentials) {
        var secret =
                key.map(name -> SessionId.derive(credentials, name.value())).orElseGet(SessionId::newSecret);
        var nonce = SessionId.newSecret();
        var id = SessionId.of(secret, nonce);
        var caller = authenticated.caller();
        var session = new StoredSession(
                id.hash(),
                caller.identity(),
                rightsOf(caller),
                new OpenSession(id, authenticated).encrypted(),
                nonce,
                key.map(name -> DigestUtils.sha256Hex(name.value())).orElse(""),
                DigestUtils.sha256Hex(secret),
                authenticated.until());
        return stored.open(session, settings.maxSessionsPerCaller(), settings.maxSessions())
                .recover(failure -> unavailable("Sessions currently cannot be opened; try again."))
                .map(opened -> opened.orElseThrow(() -> TOO_MANY_SESSIONS
                        .because("Too many people are logged in; try again later.")
                        .asException()))
                .map(opened -> {
                    if (!opened.rights().equals(session.rights())) {
                        throw IdempotencyKey.reused();
                    }
                    return OpenSession.decrypt(SessionId.of(secret, opened.nonce()), opened.content(), opened.endsAt());
                });
    }

    private static String rightsOf(Caller caller) {
        return caller.scopes().stream().sorted().collect(Collectors.joining(" "))
                + caller.uni().map("\n"::concat).orElse("");
    }

    /** Returns the open session with this id, if there is one; fails with 503 if that is unknown. */
    Future<Optional<OpenSession>> find(SessionId id) {
        var known = found.get(id);
        if (known == null || known.isOver()) {
            known = new Found(read(id), Deadline.in(LONGEST_USE));
            found.remove(id);
            found.put(id, known);
        }
        return RequestContext.kept(known.session())
                .map(session -> session.filter(open -> !open.authenticated().hasExpired()));
    }

    private Future<Optional<OpenSession>> read(SessionId id) {
        return stored.find(id.hash())
                .recover(failure -> unavailable("Your session currently cannot be checked; try again."))
                .map(read -> read.map(session -> OpenSession.decrypt(id, session.content(), session.endsAt())));
    }

    /**
     * Completes when no gateway will accept the session for longer than {@link #LONGEST_USE}; fails with 503 if that is
     * not certain.
     */
    Future<Void> end(OpenSession session) {
        return stored.end(session.id().hash())
                .onSuccess(ended -> found.remove(session.id()))
                .recover(failure -> unavailable("The session currently cannot be ended; try again."));
    }

    private static <T> Future<T> unavailable(String reason) {
        return Future.failedFuture(SERVICE_UNAVAILABLE.because(reason).asException());
    }
}
