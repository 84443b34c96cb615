package dev.registrar.registration;

import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.store.Database;
import dev.registrar.resource.store.DatabaseSettings;
import dev.registrar.resource.store.Statement;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.core.eventbus.Message;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes enrollments. A message tells it of a pending registration at once; the poll finds those whose message was
 * lost. The registration's row is the work item, so several workers, on any nodes, share the work.
 */
public final class EnrollmentWorker extends AbstractVerticle {
    private static final Logger LOG = LoggerFactory.getLogger(EnrollmentWorker.class);
    private static final int POLL_BATCH = 100;

    private static final String CONFIRM = """
            UPDATE registration.registrations
            SET enrollment = 'confirmed'
            WHERE id = $1 AND enrollment = 'pending'
            """;

    private static final String CONFIRM_BATCH = """
            UPDATE registration.registrations
            SET enrollment = 'confirmed'
            WHERE id IN (
                SELECT id FROM registration.registrations
                WHERE enrollment = 'pending'
                ORDER BY id
                LIMIT $1
                FOR UPDATE SKIP LOCKED)
            """;

    private Database database;
    private boolean polling;

    @Override
    public void start(Promise<Void> started) {
        var settings = Settings.read(config().getJsonObject("enrollment"), EnrollmentSettings.class);
        database = Database.open(vertx, Settings.read(config().getJsonObject("database"), DatabaseSettings.class));
        vertx.setPeriodic(settings.pollInterval().toMillis(), timer -> poll());
        vertx.eventBus().<String>consumer(EnrollmentBus.WORKER, this::complete).completionHandler(started);
    }

    private void complete(Message<String> message) {
        var id = UUID.fromString(message.body());
        database.run(new Statement(CONFIRM, Tuple.of(id)))
                .onSuccess(confirmed -> message.reply(null))
                .onFailure(failure -> {
                    LOG.warn("Registration {} stays pending until the next poll", id, failure);
                    message.fail(503, "The registration stays pending.");
                });
    }

    /** One poll at a time: while the database is away, polls must not pile up. */
    private void poll() {
        if (polling) {
            return;
        }
        polling = true;
        database.run(new Statement(CONFIRM_BATCH, Tuple.of((long) POLL_BATCH)))
                .onFailure(failure -> LOG.warn("Pending registrations cannot be read now", failure))
                .onComplete(done -> polling = false);
    }
}
