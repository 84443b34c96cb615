package dev.registrar.resource.session;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;

/** Records ends of sessions, and reads those that others have recorded. */
public final class EndedSessionClient {
    private static final DeliveryOptions OPTIONS =
            new DeliveryOptions().setSendTimeout(Duration.ofSeconds(1).toMillis());

    private final Vertx vertx;

    public EndedSessionClient(Vertx vertx) {
        this.vertx = vertx;
    }

    /**
     * Records that a session has ended; recording it twice is as good as once.
     *
     * @param session a name of at most 200 characters by which gateways recognize it, and nobody can use it
     * @param until when it would have ended by itself
     * @return completes when it is recorded for ever and for all; fails when it may not be
     */
    public Future<Void> record(String session, Instant until) {
        var end = new JsonObject()
                .put(EndedSessionService.SESSION, session)
                .put(EndedSessionService.UNTIL, until.toEpochMilli());
        return record(end).recover(lost -> record(end));
    }

    private Future<Void> record(JsonObject end) {
        return vertx.eventBus()
                .request(EndedSessionService.RECORD, end, OPTIONS)
                .mapEmpty();
    }

    /**
     * Reads those that were recorded after others.
     *
     * @param last the number that came with the last ones; 0 at first
     */
    public Future<EndedSessions> after(long last) {
        return vertx.eventBus()
                .<JsonObject>request(
                        EndedSessionService.READ, new JsonObject().put(EndedSessionService.AFTER, last), OPTIONS)
                .map(reply -> EndedSessions.of(reply.body()));
    }
}
