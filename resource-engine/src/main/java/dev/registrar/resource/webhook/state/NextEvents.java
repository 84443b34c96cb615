package dev.registrar.resource.webhook.state;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.events.CloudEvents;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
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
import java.util.UUID;

/**
 * Reads the next events of one schema for all endpoints that ask for them. Endpoints at the same position, as nearly all are
 * that do not fail, share the events.
 */
final class NextEvents {
    /** How many events an endpoint may look at. */
    private static final int BATCH = 50;

    /** Endpoints at further positions wait for the next read once this many events are to be read. */
    private static final int ENOUGH = 4 * BATCH;

    /** The positions at which endpoints are behind, and how far each of them may look. */
    private static final String WINDOWS = """
            SELECT names, start, greatest(last, removed.position) AS last, size, removed.position > start AS has_gap
            FROM (
                SELECT array_agg(name) AS names, min(turn) AS turn, position AS start
                FROM unnest($1::text[]) WITH ORDINALITY AS asking (name, turn)
                JOIN %1$s.webhook_endpoints USING (name)
                WHERE paused_until <= clock_timestamp()
                GROUP BY position) endpoints
            CROSS JOIN %1$s.pruned_events removed
            CROSS JOIN LATERAL (
                SELECT max(position) AS last, count(*) AS size
                FROM (SELECT position FROM %1$s.events WHERE position > start ORDER BY position LIMIT $2) looked_at) next
            WHERE size > 0 OR removed.position > start
            ORDER BY turn
            """;

    private static final String EVENTS = """
            SELECT %2$s, ARRAY(
                SELECT DISTINCT endpoint FROM %1$s.webhook_deliveries waiting
                WHERE endpoint = ANY ($4) AND waiting.subject = wanted.subject) AS waiting
            FROM %1$s.events wanted
            WHERE position = ANY (ARRAY(
                    SELECT position FROM unnest($1::bigint[], $2::bigint[]) AS windows (start, last)
                    JOIN %1$s.events ON position > start AND position <= last))
                AND ($3::text[] = '{}' OR type = ANY ($3) OR type || '.' || change = ANY ($3))
            ORDER BY position
            """;

    private final Database database;
    private final String schema;
    private final CloudEvents events;

    NextEvents(Database database, String schema) {
        this.database = database;
        this.schema = schema;
        events = new CloudEvents(schema);
    }

    /**
     * An endpoint asks for its next events.
     *
     * @param types that it wants, as the table of events has them; empty for all
     * @param limit how many events to return
     */
    record Request(String endpoint, List<String> types, int limit) {
        private boolean wants(Found event) {
            return types.isEmpty()
                    || types.contains(event.type())
                    || types.contains("%s.%s".formatted(event.type(), event.change()));
        }
    }

    /** The events after {@code start}, up to and including {@code last}, which these endpoints may look at. */
    private record Window(Set<String> endpoints, long start, long last, int size, boolean hasGap) {
        boolean contains(Found event) {
            return event.position() > start && event.position() <= last;
        }
    }

    /**
     * An event of a window.
     *
     * @param waitingFor the endpoints that have not received an earlier event of the same resource
     */
    private record Found(
            long position, UUID subject, String type, String change, JsonObject event, Set<String> waitingFor) {
        PendingEvent of(String endpoint) {
            return new PendingEvent(
                    position, subject, Optional.of(event), 0, Duration.ZERO, waitingFor.contains(endpoint));
        }
    }

    /** Returns what these endpoints get, except those that have to wait for the next read. */
    Future<Map<Request, Next>> read(List<Request> requests) {
        var names = requests.stream().map(Request::endpoint).toArray(String[]::new);
        var windows = new Statement(WINDOWS.formatted(schema), Tuple.of(names, BATCH));
        return database.readTogether(windows, rows -> eventsIn(enough(windowsIn(rows)), typesOf(requests), names))
                .map(results -> responses(requests, windowsIn(results.get(0)), foundIn(results)));
    }

    private List<Statement> eventsIn(List<Window> windows, String[] types, String[] endpoints) {
        if (windows.isEmpty()) {
            return List.of();
        }
        var arguments = Tuple.tuple()
                .addArrayOfLong(windows.stream().map(Window::start).toArray(Long[]::new))
                .addArrayOfLong(windows.stream().map(Window::last).toArray(Long[]::new))
                .addArrayOfString(types)
                .addArrayOfString(endpoints);
        return List.of(new Statement(EVENTS.formatted(schema, CloudEvents.COLUMNS), arguments));
    }

    /** The types that any endpoint wants; none for all. */
    private static String[] typesOf(List<Request> requests) {
        return requests.stream().anyMatch(request -> request.types().isEmpty())
                ? new String[0]
                : requests.stream()
                        .flatMap(request -> request.types().stream())
                        .distinct()
                        .toArray(String[]::new);
    }

    private static List<Window> windowsIn(RowSet<Row> rows) {
        List<Window> windows = new ArrayList<>();
        rows.forEach(row -> windows.add(new Window(
                Set.of(row.getArrayOfStrings("names")),
                row.getLong("start"),
                row.getLong("last"),
                row.getInteger("size"),
                row.getBoolean("has_gap"))));
        return windows;
    }

    private static List<Window> enough(List<Window> windows) {
        List<Window> enough = new ArrayList<>();
        var size = 0;
        for (var window : windows) {
            if (size < ENOUGH) {
                enough.add(window);
                size += window.size();
            }
        }
        return enough;
    }

    private List<Found> foundIn(List<RowSet<Row>> results) {
        List<Found> found = new ArrayList<>();
        results.stream().skip(1).forEach(rows -> rows.forEach(row -> found.add(found(row))));
        return found;
    }

    private Found found(Row row) {
        return new Found(
                row.getLong("position"),
                row.getUUID("subject"),
                row.getString("type"),
                row.getString("change"),
                events.event(row),
                Set.of(row.getArrayOfStrings("waiting")));
    }

    private static Map<Request, Next> responses(List<Request> requests, List<Window> windows, List<Found> found) {
        Map<String, Window> byEndpoint = new HashMap<>();
        windows.forEach(window -> window.endpoints().forEach(endpoint -> byEndpoint.put(endpoint, window)));
        var read = Set.copyOf(enough(windows));
        Map<Request, Next> responses = new HashMap<>();
        for (var request : requests) {
            var window = byEndpoint.get(request.endpoint());
            if (window == null) {
                responses.put(request, Next.NOTHING);
            } else if (read.contains(window)) {
                responses.put(request, next(request, window, found));
            }
        }
        return responses;
    }

    private static Next next(Request request, Window window, List<Found> found) {
        var wanted = found.stream()
                .filter(event -> window.contains(event) && request.wants(event))
                .map(event -> event.of(request.endpoint()))
                .toList();
        if (wanted.size() <= request.limit()) {
            return new Next(wanted, Optional.of(window.last()), window.hasGap(), window.size() == BATCH);
        }
        var first = wanted.subList(0, request.limit());
        return new Next(first, Optional.of(first.get(first.size() - 1).position()), window.hasGap(), true);
    }
}
