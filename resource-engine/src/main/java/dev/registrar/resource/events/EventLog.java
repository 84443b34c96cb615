package dev.registrar.resource.events;

import static dev.registrar.resource.database.Statement.seconds;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.database.RegularRemoval;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.operations.Backlog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

/** Publishes the events of one schema, which triggers write, and removes old ones. */
final class EventLog {
    private static final int BATCH = 100;

    /**
     * Only one node publishes at a time, so that positions follow the order of publication. PostgreSQL plans the next statement anew
     * each time: a plan from when the table was empty would read the whole of it for each batch after many changes.
     */
    private static final String LOCK = """
            SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)),
                set_config('plan_cache_mode', 'force_custom_plan', true)
            """;

    /**
     * Subscribers receive the events of each publisher in order, but there is no order between publishers. So one
     * publisher continues until it has published nothing for a while, long enough for everything that it has sent to
     * arrive. A publisher does not take over when there is nothing to publish.
     */
    private static final String PUBLISH = """
            WITH turn AS (
                INSERT INTO %1$s.events_publisher AS last (publisher, published_at)
                SELECT $2, clock_timestamp() WHERE EXISTS (SELECT FROM %1$s.events WHERE position IS NULL)
                ON CONFLICT (only_row) DO UPDATE
                SET publisher = EXCLUDED.publisher, published_at = EXCLUDED.published_at
                WHERE last.publisher = EXCLUDED.publisher OR last.published_at < clock_timestamp() - interval '1 second'
                RETURNING publisher
            ), published AS (
                UPDATE %1$s.events e
                SET position = next.position
                FROM (
                    SELECT number, nextval('%1$s.events_position_seq') AS position
                    FROM (SELECT number FROM %1$s.events WHERE position IS NULL ORDER BY number LIMIT $1) unpublished
                    WHERE EXISTS (SELECT FROM turn)
                ) next
                WHERE e.number = next.number
                RETURNING e.*
            )
            SELECT %2$s FROM published ORDER BY position
            """;

    private static final String UNPUBLISHED = """
            SELECT count(*) AS size,
                coalesce(extract(epoch FROM clock_timestamp() - min(occurred_at)), 0)::float8 AS age
            FROM (SELECT occurred_at FROM %1$s.events WHERE position IS NULL ORDER BY number LIMIT $1) unpublished
            """;

    /** Removes in the order of positions, so that what stays has no gaps; each change would pay for an index of the times. */
    private static final String PRUNE = """
            WITH first AS (
                SELECT position, occurred_at FROM %1$s.events WHERE position IS NOT NULL ORDER BY position LIMIT $2
            ), pruned AS (
                DELETE FROM %1$s.events
                WHERE number = ANY(ARRAY(
                    SELECT number FROM %1$s.events
                    WHERE position = ANY(ARRAY(
                        SELECT position FROM first WHERE occurred_at < now() - make_interval(secs => $1)))
                    FOR UPDATE SKIP LOCKED))
                RETURNING position
            ), noted AS (
                UPDATE %1$s.pruned_events
                SET position = greatest(position, (SELECT max(position) FROM pruned))
                WHERE EXISTS (SELECT FROM pruned)
            )
            SELECT count(*) FROM pruned
            """;

    private final Database database;
    private final String schema;
    private final CloudEvents events;
    private final UUID self = UUID.randomUUID();

    EventLog(Database database, String schema) {
        this.database = database;
        this.schema = schema;
        events = new CloudEvents(schema);
    }

    /**
     * Publishes the next events, in order. If the transaction fails afterwards, they are published again.
     *
     * @return whether there may be more
     */
    Future<Boolean> publishNext(Consumer<JsonObject> publisher) {
        var lock = new Statement(LOCK, Tuple.of(schema + ".events"));
        var publish = new Statement(PUBLISH.formatted(schema, CloudEvents.COLUMNS), Tuple.of(BATCH, self));
        return database.inTransaction(transaction -> Database.run(transaction, lock)
                .compose(locked -> locked.iterator().next().getBoolean(0)
                        ? Database.run(transaction, publish).map(rows -> {
                            events.of(rows).forEach(publisher);
                            return rows.size() == BATCH;
                        })
                        : Future.succeededFuture(false)));
    }

    /** The events that have not been published yet. */
    Future<Backlog> unpublished() {
        return database.run(new Statement(UNPUBLISHED.formatted(schema), Tuple.of(Backlog.MOST)))
                .map(rows -> Backlog.of(rows.iterator().next()));
    }

    /** The removal of published events that are older than this. */
    RegularRemoval removal(Vertx vertx, Duration retention, ProcessWarning warning) {
        var batch = Tuple.of(seconds(retention), RegularRemoval.BATCH);
        return new RegularRemoval(vertx, database, new Statement(PRUNE.formatted(schema), batch), warning);
    }
}
