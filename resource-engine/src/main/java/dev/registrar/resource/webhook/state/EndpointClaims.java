package dev.registrar.resource.webhook.state;

import static dev.registrar.resource.database.Statement.seconds;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.UUID;

/**
 * Which worker delivers the events of a schema to an endpoint. Several workers, on any nodes, compete; all times are by the
 * database's clock.
 */
public final class EndpointClaims {
    /** A new endpoint receives the events that are published from now on. */
    private static final String CLAIM = """
            INSERT INTO %1$s.webhook_endpoints AS e (name, position, worker, claim, leased_until)
            SELECT $1::text, greatest(position, (SELECT max(position) FROM %1$s.events)),
                $2::uuid, 1, clock_timestamp() + make_interval(secs => $3)
            FROM %1$s.pruned_events
            ON CONFLICT (name) DO UPDATE
            SET configured_at = clock_timestamp(),
                claim = CASE WHEN %2$s THEN e.claim + (e.worker IS DISTINCT FROM EXCLUDED.worker)::integer ELSE e.claim END,
                worker = CASE WHEN %2$s THEN EXCLUDED.worker ELSE e.worker END,
                leased_until = CASE WHEN %2$s THEN EXCLUDED.leased_until ELSE e.leased_until END
            RETURNING claim, (worker = $2 AND stopped_at IS NULL AND leased_until > clock_timestamp()) IS TRUE AS held,
                stopped_at IS NOT NULL AS stopped,
                greatest(extract(epoch FROM paused_until - clock_timestamp()), 0)::float8 AS paused_seconds,
                (SELECT count(*) FROM %1$s.webhook_deliveries w WHERE w.endpoint = $1) AS waiting,
                (SELECT coalesce(extract(epoch FROM clock_timestamp() - min(w.first_attempt_at)), 0)::float8
                    FROM %1$s.webhook_deliveries w WHERE w.endpoint = $1) AS failing_seconds
            """;

    private static final String IS_FREE =
            "e.stopped_at IS NULL AND (e.worker = EXCLUDED.worker OR e.leased_until < clock_timestamp())";

    private static final String RELEASE = """
            UPDATE %s.webhook_endpoints SET worker = NULL, leased_until = '-infinity' WHERE name = $1 AND claim = $2
            """;

    private static final String FORGET = """
            DELETE FROM %s.webhook_endpoints
            WHERE name <> ALL($1) AND configured_at < clock_timestamp() - make_interval(secs => $2)
            """;

    private final Database database;
    private final String schema;
    private final Duration lease;
    private final UUID worker = UUID.randomUUID();

    public EndpointClaims(Database database, String schema, Duration lease) {
        this.database = database;
        this.schema = schema;
        this.lease = lease;
    }

    /**
     * The state of an endpoint after an attempt to claim it or to renew its lease.
     *
     * @param fencingToken increases with each worker; a write with an earlier token has no effect
     * @param isHeld whether this worker delivers
     * @param isStopped whether the endpoint wants no more deliveries
     * @param paused how long the endpoint still wants to be left alone
     * @param waiting the number of events that failed, or wait for one that failed
     * @param failing how long the oldest of them has been failing
     */
    public record Claim(
            long fencingToken, boolean isHeld, boolean isStopped, Duration paused, int waiting, Duration failing) {}

    /** Claims an endpoint unless another worker holds it, or renews the lease; creates its state if there is none. */
    public Future<Claim> claim(String endpoint) {
        var sql = CLAIM.formatted(schema, IS_FREE);
        return database.run(new Statement(sql, Tuple.of(endpoint, worker, seconds(lease))))
                .map(rows -> claimIn(rows.iterator().next()));
    }

    private static Claim claimIn(Row row) {
        return new Claim(
                row.getLong("claim"),
                row.getBoolean("held"),
                row.getBoolean("stopped"),
                duration(row, "paused_seconds"),
                row.getLong("waiting").intValue(),
                duration(row, "failing_seconds"));
    }

    private static Duration duration(Row row, String seconds) {
        return Duration.ofMillis((long) (row.getDouble(seconds) * 1000));
    }

    /** Gives an endpoint back, so that another worker may claim it at once. */
    public Future<Void> release(String endpoint, long fencingToken) {
        return database.run(new Statement(RELEASE.formatted(schema), Tuple.of(endpoint, fencingToken)))
                .mapEmpty();
    }

    /** Removes the state of endpoints that no running node has had in its configuration for two leases. */
    public Future<Void> forgetAllBut(Collection<String> endpoints) {
        var arguments = Tuple.of(endpoints.toArray(String[]::new), seconds(lease.multipliedBy(2)));
        return database.run(new Statement(FORGET.formatted(schema), arguments)).mapEmpty();
    }
}
