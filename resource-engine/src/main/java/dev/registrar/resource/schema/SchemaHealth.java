package dev.registrar.resource.schema;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.schema.DeclaredColumns.Column;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;

/**
 * Checks that a verticle can use its schema: a statement succeeds, and finds all migrations that were there at the start, and the
 * columns that the declarations need.
 */
public final class SchemaHealth {
    /** The catalog does not wait for whoever locks a table. */
    private static final String STATE = """
            SELECT (SELECT coalesce(max(installed_rank), 0) FROM %s.flyway_schema_history WHERE success),
                (SELECT count(*)::int FROM unnest($1::text[], $2::text[]) AS needed (relation, name)
                WHERE NOT EXISTS (
                    SELECT FROM pg_attribute WHERE attrelid = to_regclass(relation) AND attname = name AND NOT attisdropped))""";

    private final Database database;
    private final Statement statement;
    private final State atStart;

    private SchemaHealth(Database database, Statement statement, State atStart) {
        this.database = database;
        this.statement = statement;
        this.atStart = atStart;
    }

    /** The number of the last migration, and of the columns that are missing. */
    private record State(int lastMigration, int missingColumns) {
        static State of(RowSet<Row> rows) {
            var row = rows.iterator().next();
            return new State(row.getInteger(0), row.getInteger(1));
        }
    }

    /** Records the current migrations of a schema, which include all of this version. */
    public static Future<SchemaHealth> of(Database database, Schema schema) {
        var columns = DeclaredColumns.of(schema);
        var statement = new Statement(
                STATE.formatted(schema.name()),
                Tuple.tuple()
                        .addArrayOfString(columns.stream().map(Column::table).toArray(String[]::new))
                        .addArrayOfString(columns.stream().map(Column::name).toArray(String[]::new)));
        return database.run(statement).map(State::of).map(atStart -> new SchemaHealth(database, statement, atStart));
    }

    /** Accepts migrations of a newer version; fails when something of this version is missing, as in an old copy. */
    public Future<Void> check() {
        return database.run(statement)
                .map(State::of)
                .compose(now -> isUsable(now)
                        ? Future.succeededFuture()
                        : Future.failedFuture(new IllegalStateException("Migrations or columns are missing")));
    }

    private boolean isUsable(State now) {
        return now.lastMigration() >= atStart.lastMigration() && now.missingColumns() == 0;
    }
}
