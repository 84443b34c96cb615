package dev.registrar.resource.webhook.state;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.events.CloudEvents;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the undelivered events of one schema that are due, for all endpoints that ask for them. */
final class DueEvents {
    /** Further endpoints wait for the next read once this many rows are to be read, so that no read takes long. */
    private static final int ENOUGH = 10_000;

    /** The oldest undelivered event of each resource, if it is due. */
    private static final String DUE = """
            SELECT name, oldest.position AS waiting, oldest.subject AS resource, attempts,
                coalesce(extract(epoch FROM clock_timestamp() - first_attempt_at), 0)::float8 AS failing_seconds, stored.*
            FROM unnest($1::text[], $2::integer[]) AS asking (name, room)
            JOIN %1$s.webhook_endpoints USING (name)
            CROSS JOIN LATERAL (
                SELECT * FROM (
                    SELECT DISTINCT ON (subject) *
                    FROM %1$s.webhook_deliveries
                    WHERE endpoint = name
                    ORDER BY subject, position) first
                WHERE due_at <= clock_timestamp()
                    AND (endpoint, first.position) NOT IN (SELECT * FROM unnest($3::text[], $4::bigint[]))
                ORDER BY due_at LIMIT room) oldest
            LEFT JOIN (SELECT %2$s FROM %1$s.events) stored ON stored.position = oldest.position
            WHERE paused_until <= clock_timestamp()
            ORDER BY due_at
            """;

    private final Database database;
    private final String schema;
    private final CloudEvents events;

    DueEvents(Database database, String schema) {
        this.database = database;
        this.schema = schema;
        events = new CloudEvents(schema);
    }

    /**
     * An endpoint asks for undelivered events that are due, at most one of each resource.
     *
     * @param except the positions of events that are being delivered
     * @param limit how many events to return
     * @param waiting the number of its undelivered events
     */
    record Request(String endpoint, Set<Long> except, int limit, int waiting) {}

    /** Returns what the first of these endpoints get; the others have to wait for the next read. */
    Future<Map<Request, List<PendingEvent>>> read(List<Request> requests) {
        var asking = enough(requests);
        return database.run(new Statement(DUE.formatted(schema, CloudEvents.COLUMNS), arguments(asking)))
                .map(rows -> responses(asking, rows));
    }

    private static List<Request> enough(List<Request> requests) {
        List<Request> enough = new ArrayList<>();
        var size = 0;
        for (var request : requests) {
            if (size < ENOUGH) {
                enough.add(request);
                size += request.waiting();
            }
        }
        return enough;
    }

    private static Tuple arguments(List<Request> asking) {
        List<String> endpoints = new ArrayList<>();
        List<Long> positions = new ArrayList<>();
        asking.forEach(request -> request.except().forEach(position -> {
            endpoints.add(request.endpoint());
            positions.add(position);
        }));
        return Tuple.tuple()
                .addArrayOfString(asking.stream().map(Request::endpoint).toArray(String[]::new))
                .addArrayOfInteger(asking.stream().map(Request::limit).toArray(Integer[]::new))
                .addArrayOfString(endpoints.toArray(String[]::new))
                .addArrayOfLong(positions.toArray(Long[]::new));
    }

    private Map<Request, List<PendingEvent>> responses(List<Request> asking, RowSet<Row> rows) {
        Map<String, List<PendingEvent>> due = new HashMap<>();
        rows.forEach(row -> due.computeIfAbsent(row.getString("name"), first -> new ArrayList<>())
                .add(due(row)));
        Map<Request, List<PendingEvent>> responses = new HashMap<>();
        asking.forEach(request -> responses.put(request, due.getOrDefault(request.endpoint(), List.of())));
        return responses;
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
}
