package dev.registrar.resource.result;

import io.vertx.sqlclient.Row;

/**
 * Resources of one type as the database returned them.
 *
 * @param rows the rows, in the layout of the fields
 */
public record FoundResources(ShownFields fields, Iterable<Row> rows) {}
