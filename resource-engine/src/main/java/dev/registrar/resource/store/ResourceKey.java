package dev.registrar.resource.store;

import dev.registrar.platform.database.Statement;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds many resources of a type at once: by their ids, or by attributes and then relationships that together are
 * unique.
 */
public record ResourceKey(ResourceType type, List<Attribute> attributes, List<ToOne> toOnes) {

    public static ResourceKey ofId(ResourceType type) {
        return new ResourceKey(type, List.of(), List.of());
    }

    public boolean isId() {
        return attributes.isEmpty() && toOnes.isEmpty();
    }

    /**
     * Selects the index of each key, from 1, whose resource exists, and the resource: its id and the columns of its
     * fields.
     *
     * @param keys the values of each key
     */
    public Statement resources(List<List<Object>> keys) {
        var fields = Stream.concat(
                type.attributes().stream().map(Attribute::name), type.toOnes().map(ToOne::column));
        return find(fields.map(column -> ", " + SelectSql.ALIAS + "." + column).toList(), keys);
    }

    /** Selects the index of each key, from 1, whose resource exists, and its id. */
    public Statement ids(List<List<Object>> keys) {
        return find(List.of(), keys);
    }

    private Statement find(List<String> columns, List<List<Object>> keys) {
        var sql = new Sql().add("SELECT k.index::integer AS index, " + SelectSql.ALIAS + ".id");
        columns.forEach(sql::add);
        sql.add(" FROM ROWS FROM (");
        var kinds = isId()
                ? List.of(AttributeKind.UUID)
                : Stream.concat(
                                attributes.stream().map(Attribute::kind),
                                toOnes.stream().map(any -> AttributeKind.UUID))
                        .toList();
        var separator = "";
        for (var part = 0; part < kinds.size(); part++) {
            List<Object> values = new ArrayList<>();
            for (var key : keys) {
                values.add(key.get(part));
            }
            var kind = kinds.get(part);
            sql.add(separator + "unnest(?::" + kind.sqlType() + "[])", kind.arrayOf(values));
            separator = ", ";
        }
        var names = IntStream.range(0, kinds.size())
                .mapToObj(part -> "k" + part + ", ")
                .toList();
        sql.add(") WITH ORDINALITY AS k (" + String.join("", names) + "index) JOIN ");
        return sql.add(type.table() + " " + SelectSql.ALIAS + " ON " + String.join(" AND ", conditions()))
                .finish();
    }

    private List<String> conditions() {
        if (isId()) {
            return List.of(SelectSql.ALIAS + ".id = k.k0");
        }
        var ofAttributes =
                IntStream.range(0, attributes.size()).mapToObj(part -> condition(attributes.get(part), "k.k" + part));
        var ofToOnes = IntStream.range(0, toOnes.size()).mapToObj(part -> {
            var toOne = toOnes.get(part);
            return SelectSql.ALIAS + "." + toOne.column() + (toOne.required() ? " = " : " IS NOT DISTINCT FROM ")
                    + "k.k" + (attributes.size() + part);
        });
        return Stream.concat(ofAttributes, ofToOnes).toList();
    }

    private static String condition(Attribute attribute, String value) {
        var column = SelectSql.ALIAS + "." + attribute.name();
        return attribute.isIdentifier() ? TextSql.equalToArgument(column, value) : column + " = " + value;
    }
}
