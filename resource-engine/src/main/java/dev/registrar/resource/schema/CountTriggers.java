package dev.registrar.resource.schema;

import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.Schema;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Generates the triggers that count the resources of each type from the declarations, and a view that checks the counts. */
final class CountTriggers {
    private CountTriggers() {}

    static Stream<DerivedMigration> of(Schema schema) {
        return Stream.concat(
                schema.types().all().stream().map(type -> triggers(schema, type)), Stream.of(view(schema)));
    }

    /**
     * The triggers start to count, and the resources that exist are counted, while no other transaction can change the table. So
     * the count is exact although nodes of the previous version keep writing. Each type has a migration, and therefore a
     * transaction, because locking several tables could deadlock with a writer.
     */
    private static DerivedMigration triggers(Schema schema, ResourceType type) {
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

    private static DerivedMigration view(Schema schema) {
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
}
