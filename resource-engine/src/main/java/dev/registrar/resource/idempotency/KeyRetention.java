package dev.registrar.resource.idempotency;

import static dev.registrar.resource.database.Statement.seconds;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.database.RegularRemoval;
import dev.registrar.resource.database.Statement;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes idempotency keys after the retention time. */
public final class KeyRetention {
    private static final Logger LOG = LoggerFactory.getLogger(KeyRetention.class);

    private static final String PRUNE = """
            WITH removed AS (
                DELETE FROM %1$s.idempotency_keys
                WHERE ctid = ANY(ARRAY(
                    SELECT ctid FROM %1$s.idempotency_keys WHERE created_at < now() - make_interval(secs => $1)
                    ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
                RETURNING key
            )
            SELECT count(*) FROM removed
            """;

    private KeyRetention() {}

    /** Starts removing old keys of a schema. */
    public static void keep(Vertx vertx, Database database, String schema, KeySettings settings) {
        var arguments = Tuple.of(seconds(settings.retention()), RegularRemoval.BATCH);
        new RegularRemoval(
                        vertx,
                        database,
                        new Statement(PRUNE.formatted(schema), arguments),
                        new ProcessWarning(vertx, LOG, "Old idempotency keys cannot be removed now"))
                .start(settings.retention());
    }
}
