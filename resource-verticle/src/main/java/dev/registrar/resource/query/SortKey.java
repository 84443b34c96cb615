package dev.registrar.resource.query;

/**
 * One key of a sort order.
 *
 * @param field {@code id} or the name of an attribute
 */
public record SortKey(String field, boolean descending) {}
