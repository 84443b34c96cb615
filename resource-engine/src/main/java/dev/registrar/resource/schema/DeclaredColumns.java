package dev.registrar.resource.schema;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.Schema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The columns that the declarations of a schema need. PostgreSQL's error in generated SQL would not name a missing one. */
final class DeclaredColumns {
    private DeclaredColumns() {}

    /** Requires the columns of all tables; fails with a sentence that names the first missing one and what to do. */
    static void require(Schema schema, Connection connection) throws SQLException {
        for (var type : schema.types().all()) {
            var present = columnsOf(type, connection);
            for (var column : declared(type).toList()) {
                if (!present.contains(column)) {
                    throw new SQLException("%s has no column %s; add a migration".formatted(type.table(), column));
                }
            }
        }
    }

    /** The columns of the types in a schema, each with its table. */
    static List<Column> of(Schema schema) {
        return schema.types().all().stream()
                .flatMap(type -> declared(type).map(column -> new Column(type.table(), column)))
                .toList();
    }

    /**
     * A column of a table.
     *
     * @param table with its schema
     */
    record Column(String table, String name) {}

    private static Stream<String> declared(ResourceType type) {
        return Stream.concat(
                type.attributes().stream().map(Attribute::name), type.toOnes().map(ToOne::column));
    }

    private static List<String> columnsOf(ResourceType type, Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        var columns = connection.getMetaData().getColumns(null, type.schema(), type.tableWithoutSchema(), null);
        try (columns) {
            while (columns.next()) {
                names.add(columns.getString("COLUMN_NAME"));
            }
        }
        return names;
    }
}
