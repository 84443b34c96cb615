package dev.registrar.resource.schema;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;

/**
 * Checks that a verticle can use its schema: a statement succeeds, and finds all migrations that were there at the
 * start.
 */
public final class SchemaHealth {
    private static final String LAST_MIGRATION =
            "SELECT coalesce(max(installed_rank), 0) FROM %s.flyway_schema_history WHERE success";

    private final Database database;
    private final Statement lastMigration;
    private final int atStart;

    private SchemaHealth(Database database, Statement lastMigration, int atStart) {
        this.database = database;
        this.lastMigration = lastMigration;
        this.atStart = atStart;
    }

    /** Records the current migrations of a schema, which include all of this version. */
    public static Future<SchemaHealth> of(Database database, String schema) {
        var lastMigration = new Statement(LAST_MIGRATION.formatted(schema), Tuple.tuple());
        return database.run(lastMigration)
                .map(SchemaHealth::number)
                .map(atStart -> new SchemaHealth(database, lastMigration, atStart));
    }

    /** Accepts migrations of a newer version; fails when some of this version are missing, as in an old copy. */
    public Future<Void> check() {
        return database.run(lastMigration)
                .map(SchemaHealth::number)
                .compose(now -> now >= atStart
                        ? Future.succeededFuture()
                        : Future.failedFuture(new IllegalStateException("Migrations are missing")));
    }

    private static int number(RowSet<Row> rows) {
        return rows.iterator().next().getInteger(0);
    }
}
