package dev.registrar.resource.schema;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Statement;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks that a schema has what its declaration needs. */
public final class SchemaHealth {
    private SchemaHealth() {}

    /** Fails when a statement fails, or something of this version is missing, as in an old copy. */
    public static Future<Void> check(Database database, Schema schema) {
        var sql = "SELECT EXISTS (SELECT FROM %s.schema_version WHERE version >= $1) AND NOT EXISTS (%s)"
                .formatted(schema.name(), missingColumns(schema));
        return database.run(new Statement(sql, Tuple.of(schema.version())))
                .map(rows -> rows.iterator().next().getBoolean(0))
                .compose(isUsable -> isUsable
                        ? Future.succeededFuture()
                        : Future.failedFuture(new IllegalStateException("Migrations or columns are missing")));
    }

    /**
     * Requires the columns of all tables; fails with a sentence that names the first missing one and what to do.
     * PostgreSQL's error in generated SQL would not name it.
     */
    static void requireColumns(Schema schema, Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(missingColumns(schema))) {
            if (rows.next()) {
                throw new SQLException(
                        "%s has no column %s; add a migration".formatted(rows.getString(1), rows.getString(2)));
            }
        }
    }

    /** A query that finds the missing columns. The catalog does not wait for whoever locks a table. */
    private static String missingColumns(Schema schema) {
        var needed = schema.types().all().stream()
                .flatMap(type -> columns(type).map(column -> "('%s', '%s')".formatted(type.table(), column)))
                .collect(Collectors.joining(", "));
        return """
                SELECT relation, name FROM (VALUES %s) AS needed (relation, name)
                WHERE NOT EXISTS (
                    SELECT FROM pg_attribute WHERE attrelid = to_regclass(relation) AND attname = name AND NOT attisdropped)""".formatted(needed);
    }

    private static Stream<String> columns(ResourceType type) {
        var stored = Stream.concat(type.attributes().stream(), type.metaAttributes().stream())
                .filter(attribute -> attribute.function().isEmpty());
        return Stream.concat(stored.map(Attribute::name), type.toOnes().map(ToOne::column));
    }
}
