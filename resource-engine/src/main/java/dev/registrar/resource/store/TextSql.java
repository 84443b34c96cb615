package dev.registrar.resource.store;

import dev.registrar.resource.query.SortOrder.SortKey;
import dev.registrar.resource.type.Attribute;

/** How texts are compared, as the indexes on their columns do it. Otherwise they are compared by code point. */
final class TextSql {
    /**
     * Without regard to letter case, by Unicode's case mappings: first to upper case, so that the two forms of a small
     * sigma are equal.
     */
    private static final String CASELESS = "lower(upper(%s))";

    /** The collation of all text columns, so that texts compare alike on every server; arguments need it explicitly. */
    private static final String COLLATED = " COLLATE pg_c_utf8";

    /** The order of names, as in a dictionary; only the same texts are equal in it. */
    private static final String DICTIONARY = " COLLATE \"und-x-icu\"";

    private TextSql() {}

    /** The expression whose order is that of a sort key. */
    static String ordered(SortKey key) {
        var column = SelectSql.ALIAS + "." + key.field();
        return key.attribute().map(attribute -> ordered(column, attribute)).orElse(column);
    }

    /** The expression whose order is that of an attribute. */
    static String ordered(String column, Attribute attribute) {
        return attribute.isInDictionaryOrder() ? column + DICTIONARY : column;
    }

    /** The condition that two columns have the same text, without regard to letter case. */
    static String equal(String column, String other) {
        return CASELESS.formatted(column) + " = " + CASELESS.formatted(other);
    }

    /** The condition that a column has the text of an expression that has no collation of its own, such as an argument. */
    static String equalToArgument(String column, String argument) {
        return equal(column, argument + COLLATED);
    }

    /**
     * Adds the condition that a text is one of these. With one, an index that continues in another order has the rows
     * in that order.
     */
    static void addOneOf(Sql sql, String column, String... texts) {
        if (texts.length == 1) {
            sql.add(CASELESS.formatted(column) + " = lower(upper(?::text" + COLLATED + "))", texts[0]);
            return;
        }
        addAny(sql, column, " = ", texts);
    }

    static void addLike(Sql sql, String column, String... patterns) {
        addAny(sql, column, " LIKE ", patterns);
    }

    private static void addAny(Sql sql, String column, String operator, String... texts) {
        sql.add(CASELESS.formatted(column) + operator);
        sql.add(
                "ANY(ARRAY(SELECT " + CASELESS.formatted("text" + COLLATED) + " FROM unnest(?::text[]) AS text))",
                texts);
    }
}
