package dev.registrar.resource.schema;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.Schema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns that the declarations of a schema need. PostgreSQL's error in generated SQL would not name a missing one. */
final class DeclaredColumns {
    private DeclaredColumns() {}

    /**
     * A query that finds the missing columns, each with its table. The catalog does not wait for
     * whoever locks a table.
     */
    static String missing(Schema schema) {
        var needed = schema.types().all().stream()
                .flatMap(type -> columns(type).map(column -> "('%s', '%s')".formatted(type.table(), column)))
                .collect(Collectors.joining(", "));
        return """
                SELECT relation, name FROM (VALUES %s) AS needed (relation, name)
                WHERE NOT EXISTS (
                    SELECT FROM pg_attribute WHERE attrelid = to_regclass(relation) AND attname = name AND NOT attisdropped)""".formatted(needed);
    }

    private static Stream<String> columns(ResourceType type) {
        return Stream.concat(
                type.attributes().stream().map(Attribute::name), type.toOnes().map(ToOne::column));
    }

    /** Requires the columns of all tables; fails with a sentence that names the first missing one and what to do. */
    static void require(Schema schema, Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(missing(schema))) {
            if (rows.next()) {
                throw new SQLException(
                        "%s has no column %s; add a migration".formatted(rows.getString(1), rows.getString(2)));
            }
        }
    }
}
