package dev.registrar.events.webhook;

import static dev.registrar.platform.database.Statement.seconds;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Statement;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Which worker delivers the events of a schema to an endpoint. Several workers, on any nodes, compete; all times are by
 * the database's clock.
 */
record EndpointClaims(Database database, String schema, Duration lease, UUID worker) {
    /**
     * A new endpoint receives the events that are published from now on. Rows are locked in the order of their names,
     * as by those who store outcomes.
     */
    private static final String CLAIM = """
            WITH claimed AS (
                INSERT INTO %1$s.webhook_endpoints AS e (name, position, worker, claim, leased_until)
                SELECT name, greatest(position, (SELECT max(position) FROM %1$s.events)),
                    $2::uuid, 1, clock_timestamp() + make_interval(secs => $3)
                FROM unnest($1::text[]) AS configured (name), %1$s.pruned_events
                ORDER BY name
                ON CONFLICT (name) DO UPDATE
                SET configured_at = clock_timestamp(),
                    claim = CASE WHEN %2$s THEN e.claim + (e.worker IS DISTINCT FROM EXCLUDED.worker)::integer ELSE e.claim END,
                    worker = CASE WHEN %2$s THEN EXCLUDED.worker ELSE e.worker END,
                    leased_until = CASE WHEN %2$s THEN EXCLUDED.leased_until ELSE e.leased_until END
                RETURNING *
            ), undelivered AS (
                SELECT endpoint, count(*) AS waiting, min(first_attempt_at) AS failing_since
                FROM %1$s.webhook_deliveries GROUP BY endpoint
            )
            SELECT name, position, claim, (worker = $2 AND stopped_at IS NULL AND leased_until > clock_timestamp()) IS TRUE AS held,
                stopped_at IS NOT NULL AS stopped,
                greatest(extract(epoch FROM paused_until - clock_timestamp()), 0)::float8 AS paused_seconds,
                coalesce(waiting, 0) AS waiting,
                coalesce(extract(epoch FROM clock_timestamp() - failing_since), 0)::float8 AS failing_seconds
            FROM claimed LEFT JOIN undelivered ON endpoint = name
            """;

    private static final String IS_FREE =
            "e.stopped_at IS NULL AND (e.worker = EXCLUDED.worker OR e.leased_until < clock_timestamp())";

    private static final String FORGET = """
            DELETE FROM %s.webhook_endpoints
            WHERE name <> ALL($1) AND configured_at < clock_timestamp() - make_interval(secs => $2)
            """;

    EndpointClaims(Database database, String schema, Duration lease) {
        this(database, schema, lease, UUID.randomUUID());
    }

    /**
     * What a worker writes with, so that a write after its claim has no effect.
     *
     * @param token increases with each worker
     */
    record Fence(String endpoint, long token) {}

    /**
     * The state of an endpoint after an attempt to claim it or to renew its lease.
     *
     * @param position every event up to it has been delivered or given up, or is waiting
     * @param isHeld whether this worker delivers
     * @param isStopped whether the endpoint wants no more deliveries
     * @param paused how long the endpoint still wants to be left alone
     * @param waiting the number of events that failed, or wait for one that failed
     * @param failing how long the oldest of them has been failing
     */
    record Claim(
            Fence fence,
            long position,
            boolean isHeld,
            boolean isStopped,
            Duration paused,
            int waiting,
            Duration failing) {}

    /**
     * Claims endpoints unless other workers hold them, or renews the leases; creates the state of endpoints that have
     * none.
     *
     * @return the claim of each endpoint
     */
    Future<List<Claim>> claim(Collection<String> endpoints) {
        var arguments = Tuple.of(endpoints.toArray(String[]::new), worker, seconds(lease));
        return database.run(new Statement(CLAIM.formatted(schema, IS_FREE), arguments))
                .map(rows -> Database.list(rows, EndpointClaims::claimIn));
    }

    private static Claim claimIn(Row row) {
        return new Claim(
                new Fence(row.getString("name"), row.getLong("claim")),
                row.getLong("position"),
                row.getBoolean("held"),
                row.getBoolean("stopped"),
                duration(row, "paused_seconds"),
                row.getLong("waiting").intValue(),
                duration(row, "failing_seconds"));
    }

    private static Duration duration(Row row, String seconds) {
        return Duration.ofMillis((long) (row.getDouble(seconds) * 1000));
    }

    /** Removes the state of endpoints that no running node has had in its configuration for two leases. */
    Future<Void> forgetAllBut(Collection<String> endpoints) {
        var arguments = Tuple.of(endpoints.toArray(String[]::new), seconds(lease.multipliedBy(2)));
        return database.run(new Statement(FORGET.formatted(schema), arguments)).mapEmpty();
    }
}
