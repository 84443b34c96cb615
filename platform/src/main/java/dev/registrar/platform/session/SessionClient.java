package dev.registrar.platform.session;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;

/** Opens, finds and ends stored sessions from any node of a cluster. Every future fails if no node can do that now. */
public record SessionClient(Vertx vertx) {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /**
     * Opens a session. If the caller has too many, the oldest ones end.
     *
     * @param perCaller how many sessions of the caller may be open
     * @param inTotal how many sessions may be open; concurrent calls may exceed it by a few
     * @return the open session, or one that was opened before by a request with the same key, if that had the same secret or the
     *     caller other rights; empty if too many sessions are open
     */
    public Future<Optional<StoredSession>> open(StoredSession session, int perCaller, int inTotal) {
        return ask(
                SessionService.OPEN,
                new JsonObject()
                        .put(SessionService.SESSION, JsonObject.mapFrom(session))
                        .put(SessionService.PER_CALLER, perCaller)
                        .put(SessionService.IN_TOTAL, inTotal));
    }

    /** Returns a session that has been opened and not ended; it may have expired. */
    public Future<Optional<StoredSession>> find(String id) {
        return askTwice(SessionService.FIND, id);
    }

    /** Ends a session, if it is open. */
    public Future<Void> end(String id) {
        return askTwice(SessionService.END, id).mapEmpty();
    }

    /** A node that has just been lost does not reply; the next message goes to another one. */
    private Future<Optional<StoredSession>> askTwice(String action, String id) {
        var body = new JsonObject().put(SessionService.ID, id);
        return ask(action, body).recover(lost -> ask(action, body));
    }

    private Future<Optional<StoredSession>> ask(String action, JsonObject body) {
        var options =
                new DeliveryOptions().addHeader(SessionService.ACTION, action).setSendTimeout(TIMEOUT.toMillis());
        return vertx.eventBus()
                .<JsonObject>request(SessionService.ADDRESS, body, options)
                .map(reply -> Optional.ofNullable(reply.body()).map(json -> json.mapTo(StoredSession.class)));
    }
}
