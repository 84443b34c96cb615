package dev.registrar.resource.store;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import dev.registrar.resource.type.Relationship.ToOne;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The ids and the fields of changes as a table in a statement, whose arguments are one array for each column, so that
 * the statement is the same for any number of changes.
 */
record BulkValues(List<BulkChange> changes, List<Attribute> attributes, List<ToOne> toOnes) implements Sql.Part {
    static final String ALIAS = "v";

    /** The values of changes that set the same columns. */
    static BulkValues of(List<BulkChange> changes) {
        var draft = changes.get(0).draft();
        return new BulkValues(
                changes,
                List.copyOf(draft.attributes().keySet()),
                List.copyOf(draft.toOnes().keySet()));
    }

    /** The columns of the fields. */
    List<String> columns() {
        return Stream.concat(
                        attributes.stream().map(Attribute::name),
                        toOnes.stream().map(ToOne::column))
                .toList();
    }

    @Override
    public void addTo(Sql sql) {
        addArray(sql.add("unnest("), AttributeKind.UUID, change -> change.id().orElse(null));
        attributes.forEach(attribute -> addArray(
                sql.add(", "),
                attribute.kind(),
                change -> change.draft().attributes().get(attribute)));
        toOnes.forEach(toOne -> addArray(
                sql.add(", "),
                AttributeKind.UUID,
                change -> change.draft().related(toOne).orElse(null)));
        sql.add(") AS " + ALIAS + " (id");
        columns().forEach(column -> sql.add(", " + column));
        sql.add(")");
    }

    private void addArray(Sql sql, AttributeKind kind, Function<BulkChange, Object> value) {
        List<Object> values = new ArrayList<>();
        changes.forEach(change -> values.add(value.apply(change)));
        sql.add("?::" + kind.sqlType() + "[]", kind.arrayOf(values));
    }
}
