package dev.registrar.resource.store;

import dev.registrar.resource.document.UnicodeText;
import dev.registrar.resource.query.Filter;
import dev.registrar.resource.query.Filter.ByAttribute;
import dev.registrar.resource.query.Filter.ById;
import dev.registrar.resource.query.Filter.ByLinkage;
import dev.registrar.resource.query.Filter.ByRelated;
import dev.registrar.resource.query.Filter.BySearch;
import dev.registrar.resource.schema.SearchIndexes;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/** Turns filters into SQL conditions. */
record FilterSql(Sql sql) {
    /**
     * So many values are separate arguments; more are one array, so that there are few SQL texts and prepared
     * statements.
     */
    private static final int FEW_VALUES = 10;

    private static final Pattern LIKE_SPECIAL = Pattern.compile("[\\\\%_]");

    void add(String alias, Filter filter) {
        if (filter instanceof ByAttribute byAttribute) {
            addComparison(byAttribute.attribute().valueIn(alias), byAttribute);
        } else if (filter instanceof ById byId) {
            addOneOf(alias + ".id", byId.ids(), byId.ids().toArray(UUID[]::new));
        } else if (filter instanceof ByLinkage byLinkage) {
            addOneOf(
                    alias + "." + byLinkage.relationship().column(),
                    byLinkage.ids(),
                    byLinkage.ids().toArray(UUID[]::new));
        } else if (filter instanceof ByRelated byRelated) {
            addExists(alias, byRelated);
        } else if (filter instanceof BySearch bySearch) {
            addSearch(alias, bySearch);
        }
    }

    private void addComparison(String column, ByAttribute filter) {
        var values = filter.values();
        var kind = filter.attribute().kind();
        switch (filter.operator()) {
            case EQ -> addOneOf(column, values, kind.arrayOf(values));
            case NE -> sql.add("(" + column + " = ANY(?)) IS NOT TRUE", kind.arrayOf(values));
            case LT -> addBound(column, " < ", filter);
            case LTE -> addBound(column, " <= ", filter);
            case GT -> addBound(column, " > ", filter);
            case GTE -> addBound(column, " >= ", filter);
            case IEXACT -> TextSql.addOneOf(sql, column, values.toArray(String[]::new));
            case CONTAINS -> sql.add(column + " LIKE ANY(?)", patterns("%", values, "%"));
            case ICONTAINS -> TextSql.addLike(sql, column, patterns("%", values, "%"));
            case STARTSWITH -> addPrefixes(column, filter);
            case ISNULL -> addNullity(column, values);
        }
    }

    /**
     * Adds the condition that a column has one of these values. With separate arguments, PostgreSQL knows how many
     * there are when it makes a plan for any values. With one value, an index on the column and the id has the rows in
     * the order of their ids.
     */
    private void addOneOf(String column, List<?> values, Object array) {
        if (values.size() > FEW_VALUES) {
            sql.add(column + " = ANY(?)", array);
            return;
        }
        var separator = column + " IN (";
        for (var value : values) {
            sql.add(separator + "?", value);
            separator = ", ";
        }
        sql.add(")");
    }

    /** With one bound, an index has the rows in the order of the column; not so with an array. */
    private void addBound(String column, String operator, ByAttribute filter) {
        var values = filter.values();
        var compared = TextSql.ordered(column, filter.attribute()) + operator;
        if (values.size() == 1) {
            sql.add(compared + "?", values.get(0));
        } else {
            sql.add(compared + "ANY(?)", filter.attribute().kind().arrayOf(values));
        }
    }

    /** An index can find a range of texts, but not several patterns. */
    private void addPrefixes(String column, ByAttribute filter) {
        if (!filter.attribute().isIndexed()) {
            sql.add(column + " LIKE ANY(?)", patterns("", filter.values(), "%"));
            return;
        }
        var separator = "(";
        for (var value : filter.values()) {
            var prefix = (String) value;
            sql.add(separator + column + " >= ?", prefix);
            UnicodeText.afterPrefix(prefix).ifPresent(end -> sql.add(" AND " + column + " < ?", end));
            separator = " OR ";
        }
        sql.add(")");
    }

    private void addNullity(String column, List<Object> values) {
        if (values.containsAll(List.of(true, false))) {
            sql.add("true");
        } else {
            sql.add(column + (values.contains(true) ? " IS NULL" : " IS NOT NULL"));
        }
    }

    private void addExists(String alias, ByRelated filter) {
        var related = alias + "_related";
        sql.add("EXISTS (SELECT FROM ").add(filter.target().table()).add(" " + related + " WHERE ");
        if (filter.relationship() instanceof ToMany toMany) {
            sql.add(related + "." + toMany.foreignKey() + " = " + alias + ".id");
        } else if (filter.relationship() instanceof ToOne toOne) {
            sql.add(related + ".id = " + alias + "." + toOne.column());
        }
        for (var condition : filter.conditions()) {
            sql.add(" AND ");
            add(related, condition);
        }
        sql.add(")");
    }

    /**
     * Uses the same expression as the index. The inner SELECT hides the words from the planner: if it knew that they
     * are frequent, it would read all rows instead of the index, because it does not know how long it takes to split
     * their texts into words.
     */
    private void addSearch(String alias, BySearch search) {
        var schema = search.type().schema();
        sql.add(SearchIndexes.expression(schema, search.attributes(), alias + "."));
        sql.add(" @@ (SELECT " + schema + ".search_query(?))", search.words());
    }

    private static String[] patterns(String prefix, List<Object> values, String suffix) {
        return values.stream()
                .map(value -> prefix + LIKE_SPECIAL.matcher((String) value).replaceAll("\\\\$0") + suffix)
                .toArray(String[]::new);
    }
}
