package dev.registrar.resource.webhook.state;

import static dev.registrar.resource.database.Statement.seconds;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.events.CloudEvents;
import dev.registrar.resource.events.EventTypes;
import dev.registrar.resource.webhook.settings.Endpoint;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;

/** How far an endpoint has received the events of a schema. Writes need the fencing token of the current claim. */
public final class EndpointProgress {
    private static final String CURSOR = "(SELECT position FROM %1$s.webhook_endpoints WHERE name = $1)";

    private static final String LOOKED_AT =
            "(SELECT * FROM %1$s.events WHERE position > " + CURSOR + " ORDER BY position LIMIT $2) looked_at";

    private static final String BOUNDS = """
            SELECT greatest((SELECT max(position) FROM %s), removed.position) AS last,
                removed.position IS NOT NULL AS has_gap,
                (SELECT paused_until > clock_timestamp() FROM %%1$s.webhook_endpoints WHERE name = $1) AS paused
            FROM (SELECT) one_row LEFT JOIN %%1$s.pruned_events removed ON removed.position > %s
            """.formatted(LOOKED_AT, CURSOR);

    private static final String NEXT = """
            SELECT %%2$s, EXISTS (
                SELECT FROM %%1$s.webhook_deliveries w WHERE w.endpoint = $1 AND w.subject = looked_at.subject) AS waits
            FROM %s
            WHERE $3::text[] = '{}' OR type = ANY ($3) OR type || '.' || change = ANY ($3)
            ORDER BY position
            """.formatted(LOOKED_AT);

    private static final String ADVANCE = """
            WITH claimed AS (
                UPDATE %1$s.webhook_endpoints
                SET position = $3,
                    delivered_at = CASE WHEN $4 THEN clock_timestamp() ELSE delivered_at END,
                    missed_at = CASE WHEN $5 THEN clock_timestamp() ELSE missed_at END
                WHERE name = $1 AND claim = $2
                RETURNING name
            ), waiting AS (
                INSERT INTO %1$s.webhook_deliveries
                    (endpoint, position, subject, attempts, first_attempt_at, due_at, error)
                SELECT name, w.position, subject, attempts, CASE WHEN attempts > 0 THEN clock_timestamp() END,
                    clock_timestamp() + make_interval(secs => wait), error
                FROM claimed, unnest($6::bigint[], $7::uuid[], $8::integer[], $9::float8[], $10::text[])
                    AS w (position, subject, attempts, wait, error)
            )
            SELECT FROM claimed
            """;

    /** The oldest undelivered event of each resource, if it is due. */
    private static final String DUE = """
            SELECT due.position AS waiting, due.subject AS resource, attempts,
                coalesce(extract(epoch FROM clock_timestamp() - first_attempt_at), 0)::float8 AS failing_seconds, stored.*
            FROM (
                SELECT DISTINCT ON (subject) *
                FROM %1$s.webhook_deliveries
                WHERE endpoint = $1
                    AND (SELECT paused_until < clock_timestamp() FROM %1$s.webhook_endpoints WHERE name = $1)
                ORDER BY subject, position) due
            LEFT JOIN (SELECT %2$s FROM %1$s.events) stored ON stored.position = due.position
            WHERE due_at <= clock_timestamp() AND due.position <> ALL ($2)
            ORDER BY due_at LIMIT $3
            """;

    private static final String CLAIMED = """
            WITH claimed AS (
                UPDATE %%1$s.webhook_endpoints SET %s WHERE name = $1 AND claim = $2 RETURNING name)
            """;

    private static final String REMOVE = """
            DELETE FROM %1$s.webhook_deliveries USING claimed WHERE endpoint = name AND position = $3
            """;

    private static final String DELIVERED = CLAIMED.formatted("delivered_at = clock_timestamp()") + REMOVE;
    private static final String GIVEN_UP = CLAIMED.formatted("given_up = given_up + 1") + REMOVE;

    private static final String FAILED = CLAIMED.formatted("claim = claim") + """
            UPDATE %1$s.webhook_deliveries
            SET attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, clock_timestamp()),
                due_at = clock_timestamp() + make_interval(secs => $4), error = $5
            FROM claimed WHERE endpoint = name AND position = $3
            """;

    private static final String STOP = """
            UPDATE %s.webhook_endpoints SET stopped_at = clock_timestamp()
            WHERE name = $1 AND claim = $2 AND stopped_at IS NULL
            """;

    private static final String PAUSE = """
            UPDATE %s.webhook_endpoints
            SET paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => $3))
            WHERE name = $1 AND claim = $2
            """;

    private final Database database;
    private final String schema;
    private final String endpoint;
    private final String[] types;
    private final CloudEvents events;

    public EndpointProgress(Database database, String schema, Endpoint endpoint) {
        this.database = database;
        this.schema = schema;
        this.endpoint = endpoint.name();
        types = EventTypes.stored(endpoint.types()).toArray(String[]::new);
        events = new CloudEvents(schema);
    }

    /**
     * The next events that the endpoint has not received.
     *
     * @param last the last position that was looked at; empty if there are no further events now
     * @param hasGap whether events before these have been removed from the log
     */
    public record Next(List<PendingEvent> events, Optional<Long> last, boolean hasGap) {}

    /**
     * An event that could not be delivered, or waits for one that could not.
     *
     * @param attempts 0 or 1
     */
    public record Undelivered(long position, UUID subject, int attempts, Duration delay, Optional<String> error) {}

    /**
     * The next events; none while the endpoint wants to be left alone.
     *
     * @param limit how many events to look at
     */
    public Future<Next> next(int limit) {
        var bounds = new Statement(BOUNDS.formatted(schema), Tuple.of(endpoint, limit));
        var read = new Statement(NEXT.formatted(schema, CloudEvents.COLUMNS), Tuple.of(endpoint, limit, types));
        return database.readTogether(List.of(bounds, read)).map(results -> {
            var found = results.get(0).iterator().next();
            return Boolean.TRUE.equals(found.getBoolean("paused"))
                    ? new Next(List.of(), Optional.empty(), false)
                    : new Next(
                            list(results.get(1), this::next),
                            Optional.ofNullable(found.getLong("last")),
                            found.getBoolean("has_gap"));
        });
    }

    private PendingEvent next(Row row) {
        return new PendingEvent(
                row.getLong("position"),
                row.getUUID("subject"),
                Optional.of(events.event(row)),
                0,
                Duration.ZERO,
                row.getBoolean("waits"));
    }

    /**
     * Stores that the endpoint has received all events up to a position, except these.
     *
     * @param delivered whether it has received any
     * @param missed whether events were removed before it received them
     * @return false when another worker has claimed the endpoint
     */
    public Future<Boolean> advance(
            long fencingToken, long position, boolean delivered, boolean missed, List<Undelivered> undelivered) {
        var arguments = Tuple.of(endpoint, fencingToken, position, delivered, missed)
                .addArrayOfLong(array(undelivered, Undelivered::position, Long[]::new))
                .addArrayOfUUID(array(undelivered, Undelivered::subject, UUID[]::new))
                .addArrayOfInteger(array(undelivered, Undelivered::attempts, Integer[]::new))
                .addArrayOfDouble(array(undelivered, event -> seconds(event.delay()), Double[]::new))
                .addArrayOfString(array(undelivered, event -> event.error().orElse(null), String[]::new));
        return database.run(new Statement(ADVANCE.formatted(schema), arguments)).map(rows -> rows.size() == 1);
    }

    /**
     * The undelivered events that are due, at most one of each resource.
     *
     * @param except the positions of events that are being delivered
     */
    public Future<List<PendingEvent>> due(Collection<Long> except, int limit) {
        var arguments =
                Tuple.of(endpoint).addArrayOfLong(except.toArray(Long[]::new)).addInteger(limit);
        return database.run(new Statement(DUE.formatted(schema, CloudEvents.COLUMNS), arguments))
                .map(rows -> list(rows, this::due));
    }

    private PendingEvent due(Row row) {
        return new PendingEvent(
                row.getLong("waiting"),
                row.getUUID("resource"),
                Optional.ofNullable(row.getUUID("id")).map(stored -> events.event(row)),
                row.getInteger("attempts"),
                Duration.ofMillis((long) (row.getDouble("failing_seconds") * 1000)),
                false);
    }

    /**
     * Stores that an undelivered event has been delivered; the next one of its resource is due.
     *
     * @return false when another worker has claimed the endpoint
     */
    public Future<Boolean> delivered(long fencingToken, PendingEvent event) {
        return store(DELIVERED, Tuple.of(endpoint, fencingToken, event.position()));
    }

    /**
     * Stores that an undelivered event will not be tried again; the next one of its resource is due.
     *
     * @return false when another worker has claimed the endpoint
     */
    public Future<Boolean> givenUp(long fencingToken, PendingEvent event) {
        return store(GIVEN_UP, Tuple.of(endpoint, fencingToken, event.position()));
    }

    /**
     * Stores that an undelivered event has failed again.
     *
     * @return false when another worker has claimed the endpoint
     */
    public Future<Boolean> failed(long fencingToken, PendingEvent event, Duration wait, String error) {
        return store(FAILED, Tuple.of(endpoint, fencingToken, event.position(), seconds(wait), error));
    }

    private Future<Boolean> store(String sql, Tuple arguments) {
        return database.run(new Statement(sql.formatted(schema), arguments)).map(rows -> rows.rowCount() == 1);
    }

    /** Stores that the endpoint wants no more deliveries. */
    public Future<Void> stop(long fencingToken) {
        return run(STOP, Tuple.of(endpoint, fencingToken));
    }

    /** Stores that the endpoint wants to be left alone for a while. */
    public Future<Void> pause(long fencingToken, Duration wait) {
        return run(PAUSE, Tuple.of(endpoint, fencingToken, seconds(wait)));
    }

    private Future<Void> run(String sql, Tuple arguments) {
        return database.run(new Statement(sql.formatted(schema), arguments)).mapEmpty();
    }

    /** Names the endpoint and the source of its events in logs. */
    @Override
    public String toString() {
        return "%s (source %s)".formatted(endpoint, schema);
    }

    private static <T> List<T> list(RowSet<Row> rows, Function<Row, T> reader) {
        List<T> list = new ArrayList<>();
        rows.forEach(row -> list.add(reader.apply(row)));
        return list;
    }

    private static <T> T[] array(List<Undelivered> events, Function<Undelivered, T> value, IntFunction<T[]> array) {
        return events.stream().map(value).toArray(array);
    }
}
