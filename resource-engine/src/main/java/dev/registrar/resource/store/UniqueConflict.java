package dev.registrar.resource.store;

import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.query.Filter;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceType.UniqueKey;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A unique key that a change wants to set.
 *
 * @param id the changed resource, which already has the parts of the key that are not in the draft; empty for a new one
 */
record UniqueConflict(ResourceType type, UniqueKey key, Optional<UUID> id, ResourceDraft draft) {
    private static final String OTHER = SelectSql.ALIAS;
    private static final String ITSELF = "itself";

    /**
     * An array of the other resource that has the key: empty if there is none, of null if the caller may not see it.
     */
    Sql.Part owner(List<Filter> visible) {
        return sql -> {
            sql.add("ARRAY(SELECT CASE WHEN true");
            SelectSql.addFilters(sql, visible);
            sql.add(" THEN " + OTHER + ".id END FROM " + type.table() + " " + OTHER);
            sql.add(" LEFT JOIN " + type.table() + " " + ITSELF + " ON " + ITSELF + ".id = ")
                    .argument(id.orElse(null))
                    .add("::uuid WHERE " + OTHER + ".id IS DISTINCT FROM " + ITSELF + ".id");
            key.attributes().forEach(attribute -> addEqual(sql.add(" AND "), attribute));
            key.toOnes().forEach(toOne -> {
                sql.add(" AND " + OTHER + "." + toOne.column() + " = ");
                addWanted(sql, toOne.column(), draft.toOnes().getOrDefault(toOne, Optional.empty()));
            });
            sql.add(")");
        };
    }

    private void addEqual(Sql sql, Attribute attribute) {
        var wanted = draft.value(attribute);
        if (attribute.isIdentifier()) {
            wanted.ifPresentOrElse(
                    value -> TextSql.addOneOf(sql, OTHER + "." + attribute.name(), (String) value),
                    () -> sql.add(TextSql.equal(OTHER + "." + attribute.name(), ITSELF + "." + attribute.name())));
        } else {
            sql.add(OTHER + "." + attribute.name() + " = ");
            addWanted(sql, attribute.name(), wanted);
        }
    }

    /** Adds what the key is going to be: the value in the draft, or else what the resource has. */
    private static void addWanted(Sql sql, String column, Optional<?> inDraft) {
        inDraft.ifPresentOrElse(sql::argument, () -> sql.add(ITSELF + "." + column));
    }

    /** The error, with a link to the other resource if the caller may see it; none if there is no other one. */
    List<JsonApiError> errors(Row row, int column) {
        var owner = row.getArrayOfUUIDs(column);
        return owner.length == 0
                ? List.of()
                : List.of(key.error().about(Optional.ofNullable(owner[0]).map(this::path)));
    }

    private String path(UUID other) {
        return new Links("").item(type, other);
    }
}
