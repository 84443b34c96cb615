package dev.registrar.resource.schema;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;

/** Whether a verticle can use its schema: a statement on its connections succeeds, and finds all migrations of the start. */
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

    /** Notes which migrations a schema has, all of the code's by now. */
    public static Future<SchemaHealth> of(Database database, String schema) {
        var lastMigration = new Statement(LAST_MIGRATION.formatted(schema), Tuple.tuple());
        return database.run(lastMigration)
                .map(SchemaHealth::number)
                .map(atStart -> new SchemaHealth(database, lastMigration, atStart));
    }

    /** A newer version's migrations are welcome; without some of the code's, as in a copy of long ago, it fails. */
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
