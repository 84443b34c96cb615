package dev.registrar.resource.schema;

import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.Schema;
import java.util.stream.Collectors;

/** The indexes for {@code filter[search]}, made of the searchable attributes of the declarations. */
public final class SearchIndexes {
    private SearchIndexes() {}

    /**
     * What waits to be put into an index is read by every search: it is kept short. An index that is there stays: who
     * changes which attributes are searchable drops it in a numbered migration.
     */
    static DerivedMigration of(Schema schema) {
        var sql = schema.types().all().stream()
                .filter(type -> !type.searchable().isEmpty())
                .map(type -> """
                        CREATE INDEX IF NOT EXISTS %s_search_idx ON %s USING gin (%s) WITH (gin_pending_list_limit = 1024);
                        """.formatted(type.tableWithoutSchema(), type.table(), expression(type, "")))
                .collect(Collectors.joining());
        return new DerivedMigration("search indexes", sql);
    }

    /**
     * What the index of a type is on. PostgreSQL uses the index for a condition on the same expression alone.
     *
     * @param prefix of the columns, such as an alias with its dot
     */
    public static String expression(ResourceType type, String prefix) {
        return type.searchable().stream()
                .map(attribute -> prefix + attribute.name())
                .collect(Collectors.joining(" || ' ' || ", type.schema() + ".search_document(", ")"));
    }
}
