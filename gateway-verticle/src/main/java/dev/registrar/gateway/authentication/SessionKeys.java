package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.Sessions.OpenSession;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.idempotency.IdempotencyKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.shareddata.AsyncMap;
import java.time.Instant;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The sessions that requests with an Idempotency-Key have opened: sent again, such a request is answered with the same
 * session. Kept where the sessions are: on a cluster every node knows them.
 */
final class SessionKeys {
    private static final String MAP = "registrar.session-keys";
    private static final String ID = "id";
    private static final String CSRF_TOKEN = "csrf";
    private static final String UNTIL = "until";
    private static final String RIGHTS = "rights";

    private final Vertx vertx;
    private final Sessions sessions;

    SessionKeys(Vertx vertx, Sessions sessions) {
        this.vertx = vertx;
        this.sessions = sessions;
    }

    /** The session that was opened for this key of the caller, else a new one. */
    Future<OpenSession> once(IdempotencyKey key, Caller caller, Supplier<Future<OpenSession>> open) {
        var name = key.value() + " " + caller.identity();
        return opened().compose(entries -> entries.get(name))
                .compose(first -> first == null ? openFirst(name, open) : Future.succeededFuture(first))
                .map(first -> sessionIn(first, caller));
    }

    private Future<JsonObject> openFirst(String name, Supplier<Future<OpenSession>> open) {
        return open.get().compose(session -> keepFirst(name, session));
    }

    /** Of equal requests at once, the first one's session is kept. */
    private Future<JsonObject> keepFirst(String name, OpenSession session) {
        var entry = entry(session);
        return opened().compose(entries -> entries.putIfAbsent(name, entry, IdempotencyKey.RETENTION.toMillis()))
                .compose(first -> first == null
                        ? Future.succeededFuture(entry)
                        : sessions.end(session).map(first));
    }

    private Future<AsyncMap<String, JsonObject>> opened() {
        return vertx.sharedData().getAsyncMap(MAP);
    }

    private static JsonObject entry(OpenSession session) {
        return new JsonObject()
                .put(ID, session.id())
                .put(CSRF_TOKEN, session.csrfToken())
                .put(UNTIL, session.until().toEpochMilli())
                .put(RIGHTS, rightsOf(session.caller()));
    }

    /** A session never has more rights than what asks for it. */
    private static OpenSession sessionIn(JsonObject entry, Caller caller) {
        if (!entry.getString(RIGHTS).equals(rightsOf(caller))) {
            throw IdempotencyKey.reused();
        }
        return new OpenSession(
                entry.getString(ID), caller, entry.getString(CSRF_TOKEN), Instant.ofEpochMilli(entry.getLong(UNTIL)));
    }

    private static String rightsOf(Caller caller) {
        return new TreeSet<>(caller.scopes()) + caller.uni().orElse("");
    }
}
