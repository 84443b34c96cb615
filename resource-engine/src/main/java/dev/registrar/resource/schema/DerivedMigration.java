package dev.registrar.resource.schema;

import dev.registrar.resource.type.Schema;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;

/**
 * A repeatable migration that is made of the declarations: it runs again whenever one that it depends on has changed.
 *
 * @param schema whose declarations these are
 * @param description repeatable migrations run in the order of their descriptions
 */
record DerivedMigration(Schema schema, String description, String sql) implements JavaMigration {

    /** All of a schema. */
    static List<DerivedMigration> of(Schema schema) {
        return Stream.concat(Stream.of(SearchIndexes.of(schema), EventTriggers.of(schema)), CountTriggers.of(schema))
                .filter(migration -> !migration.sql.isEmpty())
                .toList();
    }

    /** None: it is repeatable. */
    @Override
    public MigrationVersion getVersion() {
        return null;
    }

    @Override
    public String getDescription() {
        return description;
    }

    @Override
    public Integer getChecksum() {
        var checksum = new CRC32();
        checksum.update(sql.getBytes(StandardCharsets.UTF_8));
        return (int) checksum.getValue();
    }

    @Override
    public boolean canExecuteInTransaction() {
        return true;
    }

    @Override
    public void migrate(Context context) throws SQLException {
        DeclaredColumns.require(schema, context.getConnection());
        try (var statement = context.getConnection().createStatement()) {
            statement.execute(sql);
        }
    }
}
