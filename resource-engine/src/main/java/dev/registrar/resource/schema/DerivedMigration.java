package dev.registrar.resource.schema;

import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.Schema;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;

/**
 * A repeatable migration that is made of the declaration of a schema: it runs again whenever its SQL has changed.
 *
 * @param description repeatable migrations run in the order of their descriptions
 */
record DerivedMigration(Schema schema, String description, String sql) implements JavaMigration {

    static List<DerivedMigration> of(Schema schema) {
        var types = schema.types().all();
        var ofTypes = types.isEmpty()
                ? Stream.<DerivedMigration>empty()
                : Stream.of(SearchIndexes.of(schema), EventTriggers.of(schema), wrongCounts(schema));
        return Stream.concat(
                        Stream.concat(Stream.of(version(schema)), ofTypes),
                        types.stream().map(type -> countTriggers(schema, type)))
                .filter(migration -> !migration.sql.isEmpty())
                .toList();
    }

    /**
     * Records the version, for nodes of other versions, before all other repeatable migrations: capital letters come
     * first.
     */
    private static DerivedMigration version(Schema schema) {
        return new DerivedMigration(
                schema, "Version of the schema", """
                CREATE TABLE IF NOT EXISTS %1$s.schema_version (
                    only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
                    version     integer NOT NULL,
                    oldest_user integer NOT NULL
                );
                INSERT INTO %1$s.schema_version (version, oldest_user) VALUES (%2$s, %3$s)
                ON CONFLICT (only_row) DO UPDATE SET version = excluded.version, oldest_user = excluded.oldest_user;
                """.formatted(schema.name(), schema.version(), schema.oldestUser()));
    }

    /**
     * The triggers start to count, and the resources that exist are counted, while no other transaction can change the
     * table. So the count is exact although nodes of the previous version keep writing. Each type has a migration, and
     * therefore a transaction, because locking several tables could deadlock with a writer.
     */
    private static DerivedMigration countTriggers(Schema schema, ResourceType type) {
        return new DerivedMigration(schema, "triggers of the count of " + type, """
                LOCK TABLE %2$s IN SHARE ROW EXCLUSIVE MODE;
                CREATE OR REPLACE TRIGGER %1$s_created_count AFTER INSERT ON %2$s
                    REFERENCING NEW TABLE AS present
                    FOR EACH STATEMENT EXECUTE FUNCTION %3$s.count_resources('%4$s');
                CREATE OR REPLACE TRIGGER %1$s_deleted_count AFTER DELETE ON %2$s
                    REFERENCING OLD TABLE AS former
                    FOR EACH STATEMENT EXECUTE FUNCTION %3$s.count_resources('%4$s');
                CREATE OR REPLACE TRIGGER %1$s_truncated_count AFTER TRUNCATE ON %2$s
                    FOR EACH STATEMENT EXECUTE FUNCTION %3$s.count_resources('%4$s');
                SELECT %3$s.recount_resources('%4$s', '%2$s');
                """.formatted(
                        type.tableWithoutSchema(), type.table(), type.schema(), type));
    }

    /** A view that finds the counts that are not the numbers of rows. */
    private static DerivedMigration wrongCounts(Schema schema) {
        var counts = schema.types().all().stream()
                .map(type -> """
                        SELECT '%1$s' AS type, (SELECT count(*) FROM %2$s) AS resources,
                            (SELECT coalesce(sum(change), 0)::bigint FROM %3$s.resource_counts WHERE type = '%1$s') AS counted
                        """.formatted(type, type.table(), schema.name()))
                .collect(Collectors.joining("UNION ALL\n"));
        return new DerivedMigration(schema, "view of wrong counts", """
                CREATE OR REPLACE VIEW %s.wrong_resource_counts AS
                SELECT * FROM (
                %s) counts WHERE resources <> counted;
                """.formatted(schema.name(), counts));
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
        if (!schema.types().all().isEmpty()) {
            SchemaHealth.requireColumns(schema, context.getConnection());
        }
        try (var statement = context.getConnection().createStatement()) {
            statement.execute(sql);
        }
    }
}
