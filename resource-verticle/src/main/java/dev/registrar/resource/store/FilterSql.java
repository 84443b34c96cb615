package dev.registrar.resource.store;

import dev.registrar.resource.query.Filter;
import dev.registrar.resource.query.Filter.ByAttribute;
import dev.registrar.resource.query.Filter.ById;
import dev.registrar.resource.query.Filter.ByLinkage;
import dev.registrar.resource.query.Filter.ByRelated;
import dev.registrar.resource.query.Filter.BySearch;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Turns filters into SQL conditions. All values of a filter are one array argument, so that its SQL text, and with it
 * the prepared statement, is the same for any number of values.
 */
final class FilterSql {
    private static final String RELATED = "related";
    private static final Pattern LIKE_SPECIAL = Pattern.compile("[\\\\%_]");

    private final SqlText sql;

    FilterSql(SqlText sql) {
        this.sql = sql;
    }

    /** Adds the condition that a row of this alias passes the filter. */
    void add(String alias, Filter filter) {
        if (filter instanceof ByAttribute byAttribute) {
            addComparison(alias + "." + byAttribute.attribute().name(), byAttribute);
        } else if (filter instanceof ById byId) {
            addOneOf(alias + ".id", byId.ids());
        } else if (filter instanceof ByLinkage byLinkage) {
            addOneOf(alias + "." + byLinkage.relationship().column(), byLinkage.ids());
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
            case EQ ->
                sql.add(column).add(" = ANY(").argument(kind.arrayOf(values)).add(")");
            case NE ->
                sql.add("(" + column + " = ANY(").argument(kind.arrayOf(values)).add(")) IS NOT TRUE");
            case LT ->
                sql.add(column).add(" < ANY(").argument(kind.arrayOf(values)).add(")");
            case LTE ->
                sql.add(column).add(" <= ANY(").argument(kind.arrayOf(values)).add(")");
            case GT ->
                sql.add(column).add(" > ANY(").argument(kind.arrayOf(values)).add(")");
            case GTE ->
                sql.add(column).add(" >= ANY(").argument(kind.arrayOf(values)).add(")");
            case IEXACT -> CaselessSql.addOneOf(sql, column, values.toArray(String[]::new));
            case CONTAINS ->
                sql.add(column)
                        .add(" LIKE ANY(")
                        .argument(patterns("%", values, "%"))
                        .add(")");
            case ICONTAINS ->
                sql.add(column)
                        .add(" ILIKE ANY(")
                        .argument(patterns("%", values, "%"))
                        .add(")");
            case STARTSWITH ->
                sql.add(column)
                        .add(" LIKE ANY(")
                        .argument(patterns("", values, "%"))
                        .add(")");
            case ISNULL ->
                sql.add("(" + column + " IS NULL) = ANY(")
                        .argument(values.toArray(Boolean[]::new))
                        .add(")");
        }
    }

    private void addOneOf(String column, List<UUID> ids) {
        sql.add(column).add(" = ANY(").argument(ids.toArray(UUID[]::new)).add(")");
    }

    private void addExists(String alias, ByRelated filter) {
        sql.add("EXISTS (SELECT FROM ").add(filter.target().table()).add(" " + RELATED + " WHERE ");
        if (filter.relationship() instanceof ToMany toMany) {
            sql.add(RELATED + "." + toMany.foreignKey() + " = " + alias + ".id");
        } else if (filter.relationship() instanceof ToOne toOne) {
            sql.add(RELATED + ".id = " + alias + "." + toOne.column());
        }
        sql.add(" AND ");
        add(RELATED, filter.condition());
        sql.add(")");
    }

    /** A search without words keeps everything. */
    private void addSearch(String alias, BySearch search) {
        sql.add("true");
        for (var word : search.words()) {
            sql.add(" AND (false");
            for (Attribute attribute : search.searchable()) {
                sql.add(" OR " + alias + "." + attribute.name() + " ILIKE ").argument("%" + escaped(word) + "%");
            }
            sql.add(")");
        }
    }

    private static String[] patterns(String prefix, List<Object> values, String suffix) {
        return values.stream()
                .map(value -> prefix + escaped((String) value) + suffix)
                .toArray(String[]::new);
    }

    private static String escaped(String text) {
        return LIKE_SPECIAL.matcher(text).replaceAll("\\\\$0");
    }
}
