package dev.registrar.resource.store.sql;

import dev.registrar.resource.query.SortOrder.SortKey;
import dev.registrar.resource.type.Attribute;

/**
 * The order of texts: names as in a dictionary, all other texts by code point, which is the collation of their columns. Equal are only
 * the same texts in both.
 */
final class DictionarySql {
    private static final String COLLATED = " COLLATE \"und-x-icu\"";

    private DictionarySql() {}

    /** The expression whose order is that of a sort key. */
    static String ordered(String alias, SortKey key) {
        var column = alias + "." + key.field();
        return key.attribute().map(attribute -> ordered(column, attribute)).orElse(column);
    }

    /** The expression whose order is that of an attribute. */
    static String ordered(String column, Attribute attribute) {
        return attribute.isInDictionaryOrder() ? column + COLLATED : column;
    }
}
