package dev.registrar.events.log;

import static dev.registrar.platform.database.Statement.seconds;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.platform.database.RegularRemoval;
import dev.registrar.platform.database.Statement;
import dev.registrar.platform.operations.Backlog;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.VerticleProcess.Running;
import dev.registrar.resource.bus.ResourceBus;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the events of one schema, which triggers write, on the event bus, and removes them after the retention
 * time.
 */
public final class EventPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(EventPublisher.class);

    private static final int BATCH = 100;

    /**
     * Only one node publishes at a time, so that positions follow the order of publication. PostgreSQL plans the next
     * statement anew each time: a plan from when the table was empty would read the whole of it for each batch after
     * many changes.
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

    /**
     * Removes in the order of positions, so that what stays has no gaps; each change would pay for an index of the
     * times.
     */
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

    private final Vertx vertx;
    private final Database database;
    private final String schema;
    private final CloudEvents events;
    private final UUID self = UUID.randomUUID();
    private Future<Boolean> publishing = Future.succeededFuture(false);
    private boolean isStopped;

    /**
     * The settings of events.
     *
     * @param pollInterval how often to look for new events
     * @param retention how long events can be replayed
     */
    public record Publication(Duration pollInterval, Duration retention) {
        public Publication {
            var errors = new SettingsErrors();
            errors.requirePositive("events.poll-interval", pollInterval);
            errors.requirePositive("events.retention", retention);
            errors.throwIfAny();
        }
    }

    EventPublisher(Vertx vertx, Database database, String schema) {
        this.vertx = vertx;
        this.database = database;
        this.schema = schema;
        events = new CloudEvents(schema);
    }

    /** Starts publishing, including events that were stored while no node published, and pruning. */
    public static Future<Running> start(ResourceService service) {
        var vertx = service.vertx();
        var schema = service.schema().name();
        var settings = Settings.read(service.config(), "events", Publication.class);
        var publisher = new EventPublisher(vertx, service.changing(), schema);
        publisher.showUnpublished(service.background());
        publisher.publishRegularly(settings.pollInterval());
        publisher.startPruning(settings.retention());
        return Future.succeededFuture(timeout -> publisher.stop());
    }

    private void showUnpublished(Database background) {
        var unpublished = new Statement(UNPUBLISHED.formatted(schema), Tuple.of(Backlog.MOST));
        Backlog.show(
                NodeMetrics.of(vertx),
                "registrar.events.unpublished",
                "Events that have not been published yet",
                () -> background
                        .run(unpublished)
                        .map(rows -> Backlog.of(rows.iterator().next())),
                "source",
                schema);
    }

    private void publishRegularly(Duration interval) {
        var warning = new ProcessWarning(vertx, LOG, "Events currently cannot be published");
        var published = NodeMetrics.of(vertx)
                .counter("registrar.events.published", "Events that were published", "source", schema);
        vertx.setPeriodic(
                interval.toMillis(),
                timer -> publish(warning, event -> {
                    vertx.eventBus().publish(ResourceBus.EVENTS, event);
                    published.increment();
                }));
    }

    /** Publishes one batch at a time, and the next one immediately when there may be more. */
    private void publish(ProcessWarning warning, Consumer<JsonObject> bus) {
        if (isStopped || !publishing.isComplete()) {
            return;
        }
        publishing = publishNext(bus);
        publishing.onFailure(warning::log).onSuccess(more -> {
            if (more) {
                publish(warning, bus);
            }
        });
    }

    /**
     * Publishes the next events, in order. If the transaction fails afterwards, they are published again.
     *
     * @return whether there may be more
     */
    Future<Boolean> publishNext(Consumer<JsonObject> bus) {
        var lock = new Statement(LOCK, Tuple.of(schema + ".events"));
        var publish = new Statement(PUBLISH.formatted(schema, CloudEvents.COLUMNS), Tuple.of(BATCH, self));
        return database.inTransaction(transaction -> Database.run(transaction, lock)
                .compose(locked -> locked.iterator().next().getBoolean(0)
                        ? Database.run(transaction, publish).map(rows -> {
                            rows.forEach(row -> bus.accept(events.event(row)));
                            return rows.size() == BATCH;
                        })
                        : Future.succeededFuture(false)));
    }

    /** Starts removing published events that are older than this. */
    void startPruning(Duration retention) {
        var batch = new Statement(PRUNE.formatted(schema), Tuple.of(seconds(retention), RegularRemoval.BATCH));
        var warning = new ProcessWarning(vertx, LOG, "Old events currently cannot be removed");
        new RegularRemoval(vertx, database, batch, warning).start(retention);
    }

    /** Completes when the current batch is published. */
    private Future<Void> stop() {
        isStopped = true;
        return publishing.<Void>mapEmpty().otherwiseEmpty();
    }
}
