package dev.registrar.resource.store;

import dev.registrar.resource.document.FoundResources;
import dev.registrar.resource.document.ShownFields;
import io.vertx.sqlclient.Row;
import java.util.List;

/**
 * One resource and what a client wanted included with it.
 *
 * @param row in the layout of the fields
 */
public record FoundItem(ShownFields fields, Row row, List<FoundResources> included) {}
