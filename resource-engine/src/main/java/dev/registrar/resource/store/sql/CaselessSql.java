package dev.registrar.resource.store.sql;

/**
 * Texts without regard to the case of their letters, by the mappings of Unicode: first to upper case, so that the two forms
 * of a small sigma are one. The unique indexes of identifiers are on the same expression.
 */
public final class CaselessSql {
    private static final String CASELESS = "lower(upper(%s))";

    /** Columns have this collation, so that texts compare alike on every server; an argument is given it. */
    private static final String COLLATED = " COLLATE pg_c_utf8";

    private CaselessSql() {}

    /** Adds the condition that a text is one of these. */
    public static void addOneOf(SqlText sql, String column, String... texts) {
        sql.add(CASELESS.formatted(column))
                .add(" = ANY(ARRAY(SELECT " + CASELESS.formatted("text" + COLLATED) + " FROM unnest(")
                .argument(texts)
                .add("::text[]) AS text))");
    }
}
