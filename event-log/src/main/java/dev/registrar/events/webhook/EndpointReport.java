package dev.registrar.events.webhook;

import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The state of an endpoint in one schema, for operators.
 *
 * @param source the schema
 * @param state delivering, failing, paused (Retry-After), stopped (410), or unattended if no node delivers
 * @param waiting the number of events that failed, or wait for one that failed
 * @param givenUp the number of events that were given up
 * @param lastDelivery when an event was last delivered; empty if never
 * @param remark what an operator should know, in a sentence; may be empty
 */
public record EndpointReport(
        String name,
        String source,
        String state,
        long waiting,
        long givenUp,
        Optional<String> lastDelivery,
        String remark) {
    private static final String TIME = "to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')";

    private static final String READ = """
            SELECT name, given_up,
                CASE
                    WHEN stopped_at IS NOT NULL THEN 'stopped'
                    WHEN leased_until < clock_timestamp() THEN 'unattended'
                    WHEN paused_until > clock_timestamp() THEN 'paused'
                    WHEN failing.error IS NOT NULL THEN 'failing'
                    ELSE 'delivering' END AS state,
                (SELECT count(*) FROM %1$s.webhook_deliveries w WHERE w.endpoint = name) AS waiting,
                [delivered_at] AS delivered,
                concat_ws('; ',
                    'no more deliveries (410) since ' || [stopped_at] || '; to start it again: webhooks --resume ' || name,
                    'until ' || CASE WHEN paused_until > clock_timestamp() THEN [paused_until] END,
                    'since ' || [failing.first_attempt_at] || ', attempts: ' || failing.attempts || ': ' || failing.error,
                    'missed events before ' || [missed_at]) AS remark
            FROM %1$s.webhook_endpoints
            LEFT JOIN LATERAL (
                SELECT * FROM %1$s.webhook_deliveries w
                WHERE w.endpoint = name AND w.error IS NOT NULL
                ORDER BY w.first_attempt_at LIMIT 1) failing ON true
            ORDER BY name
            """.replaceAll("\\[([a-z_.]+)]", TIME.formatted("$1"));

    private static final String RESUME = """
            WITH resumed AS (
                UPDATE %1$s.webhook_endpoints SET stopped_at = NULL, paused_until = clock_timestamp()
                WHERE name = ? RETURNING name
            ), due AS (
                UPDATE %1$s.webhook_deliveries SET due_at = clock_timestamp() FROM resumed WHERE endpoint = name)
            SELECT count(*) FROM resumed
            """;

    /**
     * Reads the state of all endpoints, in the order of the schemas; fails if the database or a schema cannot be used.
     */
    public static Future<List<EndpointReport>> all(NodeDatabase database, List<Schema> schemas) {
        return inEach(database, schemas, READ, EndpointReport::report);
    }

    private static EndpointReport report(String source, ResultSet row) throws SQLException {
        return new EndpointReport(
                row.getString("name"),
                source,
                row.getString("state"),
                row.getLong("waiting"),
                row.getLong("given_up"),
                Optional.ofNullable(row.getString("delivered")),
                row.getString("remark"));
    }

    /**
     * Lets deliveries to an endpoint continue that has stopped, and tries again at once what has failed.
     *
     * @return whether there is such an endpoint
     */
    public static Future<Boolean> resume(NodeDatabase database, List<Schema> schemas, String name) {
        return inEach(database, schemas, RESUME, (source, row) -> row.getInt(1), name)
                .map(resumed -> resumed.stream().anyMatch(number -> number > 0));
    }

    private interface RowReader<T> {
        T read(String source, ResultSet row) throws SQLException;
    }

    private static <T> Future<List<T>> inEach(
            NodeDatabase database, List<Schema> schemas, String sql, RowReader<T> reader, String... arguments) {
        return database.run(session -> {
            try {
                List<T> results = new ArrayList<>();
                for (var schema : schemas) {
                    results.addAll(session.query(
                            sql.formatted(schema.name()), row -> reader.read(schema.name(), row), arguments));
                }
                return results;
            } catch (SQLException e) {
                throw new StartException(
                        StartFailure.SCHEMA,
                        "The state of webhooks cannot be read; has --migrate been run? %s".formatted(e.getMessage()),
                        e);
            }
        });
    }
}
