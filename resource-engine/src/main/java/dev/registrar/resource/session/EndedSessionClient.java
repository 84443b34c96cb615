package dev.registrar.resource.session;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;

/** Records that sessions have ended, and reads the ended sessions that other gateways recorded. */
public final class EndedSessionClient {
    private static final DeliveryOptions OPTIONS =
            new DeliveryOptions().setSendTimeout(Duration.ofSeconds(1).toMillis());

    private final Vertx vertx;

    public EndedSessionClient(Vertx vertx) {
        this.vertx = vertx;
    }

    /**
     * Records that a session has ended. Idempotent.
     *
     * @param session a name of at most 200 characters by which gateways recognize the session, and which cannot be
     *     used to sign in
     * @param until when the session would have expired
     * @return completes when the end is stored durably, for all gateways; fails when that is not certain
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
     * Reads the ended sessions that were recorded after those of an earlier call.
     *
     * @param last {@link EndedSessions#last} of the earlier call, or 0 at first
     */
    public Future<EndedSessions> after(long last) {
        return vertx.eventBus()
                .<JsonObject>request(
                        EndedSessionService.READ, new JsonObject().put(EndedSessionService.AFTER, last), OPTIONS)
                .map(reply -> EndedSessions.of(reply.body()));
    }
}
