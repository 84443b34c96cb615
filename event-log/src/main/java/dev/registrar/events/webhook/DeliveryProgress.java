package dev.registrar.events.webhook;

import dev.registrar.events.log.CloudEvents;
import dev.registrar.events.webhook.EndpointClaims.Fence;
import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Statement;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * How far endpoints have received the events of one schema: a position for each, and the events before it that failed.
 * What several endpoints store at the same time takes one statement, so that many endpoints do not occupy the
 * connections. An update with a stale fencing token has no effect, and fails: another worker has claimed the endpoint.
 * Use it on one event loop only.
 */
final class DeliveryProgress {
    /**
     * Rows are locked in the order of their names, here and by claims, so that no two statements wait for each other.
     */
    private static final String UPDATE = """
            WITH updates AS MATERIALIZED (
                SELECT * FROM jsonb_to_recordset($1) AS single (name text, claim bigint, position bigint, pause float8,
                    delivered boolean, given_up boolean, missed boolean, stopped boolean, released boolean, settled bigint,
                    undelivered jsonb)
            ), held AS (
                SELECT name, claim FROM %1$s.webhook_endpoints e
                WHERE (name, claim) IN (SELECT name, claim FROM updates)
                ORDER BY name FOR NO KEY UPDATE
            ), changed AS (
                UPDATE %1$s.webhook_endpoints e
                SET position = coalesce(u.position, e.position),
                    paused_until = greatest(e.paused_until, clock_timestamp() + make_interval(secs => u.pause)),
                    delivered_at = CASE WHEN u.delivered THEN clock_timestamp() ELSE delivered_at END,
                    given_up = e.given_up + u.given_up,
                    missed_at = CASE WHEN u.missed THEN clock_timestamp() ELSE missed_at END,
                    stopped_at = CASE WHEN u.stopped THEN coalesce(stopped_at, clock_timestamp()) ELSE stopped_at END,
                    worker = CASE WHEN u.released THEN NULL ELSE worker END,
                    leased_until = CASE WHEN u.released THEN '-infinity' ELSE leased_until END
                FROM (
                    SELECT name, max(position) AS position, max(pause) AS pause, bool_or(delivered) AS delivered,
                        count(*) FILTER (WHERE given_up) AS given_up, bool_or(missed) AS missed,
                        bool_or(stopped) AS stopped, bool_or(released) AS released
                    FROM held JOIN updates USING (name, claim) GROUP BY name) u
                WHERE e.name = u.name
            ), settled AS (
                DELETE FROM %1$s.webhook_deliveries w USING held JOIN updates USING (name, claim)
                WHERE w.endpoint = held.name AND w.position = settled
            ), undelivered AS (
                INSERT INTO %1$s.webhook_deliveries AS w
                    (endpoint, position, subject, attempts, first_attempt_at, due_at, error)
                SELECT name, event.position, subject, attempts, CASE WHEN attempts > 0 THEN clock_timestamp() END,
                    clock_timestamp() + make_interval(secs => delay), error
                FROM held JOIN updates USING (name, claim), jsonb_to_recordset(undelivered)
                    AS event (position bigint, subject uuid, attempts integer, delay float8, error text)
                ON CONFLICT (endpoint, subject, position) DO UPDATE
                SET attempts = w.attempts + EXCLUDED.attempts,
                    first_attempt_at = coalesce(w.first_attempt_at, EXCLUDED.first_attempt_at),
                    due_at = EXCLUDED.due_at, error = EXCLUDED.error
            )
            SELECT name, claim FROM held
            """;

    private static final long GATHERING_MS = 1;

    private static final String FAILING = """
            SELECT DISTINCT subject FROM %1$s.webhook_deliveries WHERE endpoint = $1 AND subject = ANY ($2)
            """;

    /** The oldest undelivered event of each resource, if it is due. */
    private static final String DUE = """
            SELECT oldest.position AS place, oldest.subject AS resource, attempts,
                coalesce(extract(epoch FROM clock_timestamp() - first_attempt_at), 0)::float8 AS failing_seconds, stored.*
            FROM (
                SELECT * FROM (
                    SELECT DISTINCT ON (subject) * FROM %1$s.webhook_deliveries
                    WHERE endpoint = $1 ORDER BY subject, position) first
                WHERE due_at <= clock_timestamp()
                ORDER BY due_at LIMIT $2) oldest
            LEFT JOIN (SELECT %2$s FROM %1$s.events) stored ON stored.position = oldest.position
            ORDER BY due_at
            """;

    private final Vertx vertx;
    private final Database database;
    private final String schema;
    private final CloudEvents events;
    private JsonArray waiting = new JsonArray();
    private Future<Set<Fence>> storing = Future.succeededFuture(Set.of());

    DeliveryProgress(Vertx vertx, Database database, String schema) {
        this.vertx = vertx;
        this.database = database;
        this.schema = schema;
        events = new CloudEvents(schema);
    }

    /**
     * An event that an endpoint should receive.
     *
     * @param event the CloudEvent; empty if the log no longer has it
     * @param attempts how often it was tried
     * @param failing how long ago the first attempt was
     */
    record PendingEvent(long position, UUID subject, Optional<JsonObject> event, int attempts, Duration failing) {

        /** An event that has not been tried. */
        static PendingEvent ofNew(JsonObject event) {
            return new PendingEvent(
                    CloudEvents.positionOf(event), CloudEvents.subjectIn(event), Optional.of(event), 0, Duration.ZERO);
        }

        /** Names the event in logs. */
        @Override
        public String toString() {
            return event.map(stored ->
                            "the event %s of %s".formatted(stored.getString("id"), stored.getString("subject")))
                    .orElseGet(() -> "the event with the sequence %s".formatted(position));
        }
    }

    /**
     * An event that could not be delivered, or waits for one that could not.
     *
     * @param attempts how many have been made since it was stored: 0 or 1
     * @param delay until the next attempt
     * @param error why the attempt failed, if one was made
     */
    record Undelivered(PendingEvent event, int attempts, Duration delay, Optional<String> error) {}

    /**
     * Stores that an endpoint has received all events up to a position, except those that are undelivered.
     *
     * @param undelivered in the order of their positions, for each resource
     * @param hasReceivedAny whether it has received one of these events
     * @param hasMissedAny whether others were removed from the log before
     */
    Future<Void> advance(
            Fence fence, long position, List<Undelivered> undelivered, boolean hasReceivedAny, boolean hasMissedAny) {
        return store(
                fence,
                new JsonObject()
                        .put("position", position)
                        .put("undelivered", json(undelivered))
                        .put("delivered", hasReceivedAny)
                        .put("missed", hasMissedAny));
    }

    /** Stores that an undelivered event has been delivered, or is given up; the next one of its resource is due. */
    Future<Void> settle(Fence fence, PendingEvent event, boolean isGivenUp) {
        return store(
                fence,
                new JsonObject().put("settled", event.position()).put(isGivenUp ? "given_up" : "delivered", true));
    }

    /** Stores that an undelivered event has failed again. */
    Future<Void> failed(Fence fence, Undelivered event) {
        return store(fence, new JsonObject().put("undelivered", json(List.of(event))));
    }

    /** Stores that an endpoint wants no more deliveries. */
    Future<Void> stop(Fence fence) {
        return store(fence, new JsonObject().put("stopped", true));
    }

    /** Stores that an endpoint wants to be left alone for a while. */
    Future<Void> pause(Fence fence, Duration wait) {
        return store(fence, new JsonObject().put("pause", Statement.seconds(wait)));
    }

    /** Gives an endpoint back, so that another worker may claim it at once. */
    Future<Void> release(Fence fence) {
        return store(fence, new JsonObject().put("released", true));
    }

    private static JsonArray json(List<Undelivered> events) {
        return new JsonArray(events.stream().map(DeliveryProgress::json).toList());
    }

    private static JsonObject json(Undelivered undelivered) {
        return new JsonObject()
                .put("position", undelivered.event().position())
                .put("subject", undelivered.event().subject().toString())
                .put("attempts", undelivered.attempts())
                .put("delay", Statement.seconds(undelivered.delay()))
                .put("error", undelivered.error().orElse(null));
    }

    /** All updates that come before the next statement begins are stored by it. */
    private Future<Void> store(Fence fence, JsonObject changes) {
        if (waiting.isEmpty()) {
            storing = Future.join(storing, vertx.timer(GATHERING_MS)).transform(over -> storeWaiting());
        }
        waiting.add(changes.put("name", fence.endpoint()).put("claim", fence.token()));
        return storing.compose(held -> held.contains(fence)
                ? Future.succeededFuture()
                : Future.failedFuture("Another worker has claimed the endpoint"));
    }

    /** Returns those whose claims are held. */
    private Future<Set<Fence>> storeWaiting() {
        var update = new Statement(UPDATE.formatted(schema), Tuple.of(waiting));
        waiting = new JsonArray();
        return database.run(update)
                .map(rows ->
                        Set.copyOf(Database.list(rows, row -> new Fence(row.getString("name"), row.getLong("claim")))));
    }

    /** Those of some resources of which an earlier event is undelivered. */
    Future<Set<UUID>> failingAmong(Collection<UUID> subjects, String endpoint) {
        var arguments = Tuple.of(endpoint).addArrayOfUUID(subjects.toArray(UUID[]::new));
        return database.runInGroup(new Statement(FAILING.formatted(schema), arguments))
                .map(rows -> Set.copyOf(Database.list(rows, row -> row.getUUID("subject"))));
    }

    /** The undelivered events of an endpoint that are due, at most one of each resource. */
    Future<List<PendingEvent>> due(String endpoint, int limit) {
        return database.runInGroup(new Statement(DUE.formatted(schema, CloudEvents.COLUMNS), Tuple.of(endpoint, limit)))
                .map(rows -> Database.list(rows, this::dueIn));
    }

    private PendingEvent dueIn(Row row) {
        return new PendingEvent(
                row.getLong("place"),
                row.getUUID("resource"),
                Optional.ofNullable(row.getUUID("id")).map(stored -> events.event(row)),
                row.getInteger("attempts"),
                Duration.ofMillis((long) (row.getDouble("failing_seconds") * 1000)));
    }
}
