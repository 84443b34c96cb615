package dev.registrar.resource.audit;

import static dev.registrar.resource.database.Statement.seconds;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.database.RegularRemoval;
import dev.registrar.resource.database.Statement;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes audit events after the retention time. */
public final class AuditRetention {
    private static final Logger LOG = LoggerFactory.getLogger(AuditRetention.class);

    /** The user of the service may not delete the rows itself. */
    private static final String PRUNE = "SELECT audit.prune(make_interval(secs => $1), $2)";

    private AuditRetention() {}

    /** Starts removing old audit events. */
    public static void keep(Vertx vertx, Database database, AuditSettings settings) {
        var batch = new Statement(PRUNE, Tuple.of(seconds(settings.retention()), RegularRemoval.BATCH));
        new RegularRemoval(
                        vertx,
                        database,
                        batch,
                        new ProcessWarning(vertx, LOG, "Old audit events cannot be removed now"))
                .start(settings.retention());
    }
}
