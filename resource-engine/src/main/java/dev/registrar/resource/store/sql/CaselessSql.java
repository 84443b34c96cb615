package dev.registrar.resource.store.sql;

/**
 * Compares texts without regard to letter case, by Unicode's case mappings: first to upper case, so that the two forms
 * of a small sigma are equal. The unique indexes of identifiers use the same expression.
 */
public final class CaselessSql {
    private static final String CASELESS = "lower(upper(%s))";

    /** The collation of all text columns, so that texts compare alike on every server; arguments need it explicitly. */
    private static final String COLLATED = " COLLATE pg_c_utf8";

    private CaselessSql() {}

    /** The condition that two columns have the same text. */
    public static String equal(String column, String other) {
        return CASELESS.formatted(column) + " = " + CASELESS.formatted(other);
    }

    /** Adds the condition that a text is one of these. With one, an index that continues in another order has the rows in that order. */
    public static void addOneOf(SqlText sql, String column, String... texts) {
        if (texts.length == 1) {
            sql.add(CASELESS.formatted(column))
                    .add(" = lower(upper(")
                    .argument(texts[0])
                    .add("::text" + COLLATED + "))");
            return;
        }
        addAny(sql, column, " = ", texts);
    }

    /** Adds the condition that a text matches one of these patterns of LIKE. */
    static void addLike(SqlText sql, String column, String... patterns) {
        addAny(sql, column, " LIKE ", patterns);
    }

    private static void addAny(SqlText sql, String column, String operator, String... texts) {
        sql.add(CASELESS.formatted(column))
                .add(operator + "ANY(ARRAY(SELECT " + CASELESS.formatted("text" + COLLATED) + " FROM unnest(")
                .argument(texts)
                .add("::text[]) AS text))");
    }
}
