package dev.registrar.resource.schema;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/** Checks that a verticle can use its schema. */
public final class SchemaHealth {
    private SchemaHealth() {}

    /** Fails when a statement fails, or something of this version is missing, as in an old copy. */
    public static Future<Void> check(Database database, Schema schema) {
        var sql = "SELECT EXISTS (SELECT FROM %s.schema_version WHERE version >= $1) AND NOT EXISTS (%s)"
                .formatted(schema.name(), DeclaredColumns.missing(schema));
        return database.run(new Statement(sql, Tuple.of(schema.version())))
                .map(rows -> rows.iterator().next().getBoolean(0))
                .compose(isUsable -> isUsable
                        ? Future.succeededFuture()
                        : Future.failedFuture(new IllegalStateException("Migrations or columns are missing")));
    }
}
