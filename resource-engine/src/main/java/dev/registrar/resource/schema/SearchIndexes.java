package dev.registrar.resource.schema;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The indexes for searches for words, made of the searchable attributes of the declarations. */
public final class SearchIndexes {
    private SearchIndexes() {}

    /**
     * An index contains what the functions return, so the migration names their version: when they change, it runs
     * again and builds the indexes again. The former index serves searches meanwhile; dropping it first would make
     * reads wait, too. Every search reads the entries that are not in the main part of an index yet, so there are only
     * few of these.
     */
    static DerivedMigration of(Schema schema) {
        var sql = schema.types().all().stream().flatMap(SearchIndexes::of).collect(Collectors.joining());
        return new DerivedMigration(schema, "search indexes", sql);
    }

    private static Stream<String> of(ResourceType type) {
        var together =
                type.searchable().isEmpty() ? Stream.<String>empty() : Stream.of(sql(type, "", type.searchable()));
        var alone = type.attributes().stream()
                .filter(Attribute::isFilterableByWords)
                .map(attribute -> sql(type, "_" + attribute.name(), List.of(attribute)));
        return Stream.concat(together, alone);
    }

    private static String sql(ResourceType type, String suffix, List<Attribute> attributes) {
        return """
                -- With version %5$s of the functions.
                CREATE INDEX %1$s_new_search_idx ON %2$s USING gin (%3$s) WITH (gin_pending_list_limit = 1024);
                DROP INDEX IF EXISTS %4$s.%1$s_search_idx;
                ALTER INDEX %4$s.%1$s_new_search_idx RENAME TO %1$s_search_idx;
                """.formatted(
                        type.tableWithoutSchema() + suffix,
                        type.table(),
                        expression(type.schema(), attributes, ""),
                        type.schema(),
                        Integer.toHexString(versionOfFunctions()));
    }

    /** Comments do not count. */
    private static int versionOfFunctions() {
        try (var file = SearchIndexes.class.getResourceAsStream("/db/every-schema/R__search_functions.sql")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("--"))
                    .collect(Collectors.joining("\n"))
                    .hashCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The expression that the index of these attributes is on. PostgreSQL uses the index only for a condition on the
     * same expression.
     *
     * @param prefix of the columns, such as an alias with its dot
     */
    public static String expression(String schema, List<Attribute> attributes, String prefix) {
        return attributes.stream()
                .map(Attribute::name)
                .map(prefix::concat)
                .collect(Collectors.joining(" || ' ' || ", schema + ".search_document(", ")"));
    }
}
