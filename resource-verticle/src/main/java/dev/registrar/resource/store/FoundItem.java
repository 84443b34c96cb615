package dev.registrar.resource.store;

import dev.registrar.resource.document.ShownFields;
import io.vertx.sqlclient.Row;

/**
 * One resource and what a client wanted included with it.
 *
 * @param row in the layout of the fields
 */
public record FoundItem(ShownFields fields, Row row, FoundIncludes includes) {

    /** A resource with which nothing is included. */
    static FoundItem alone(ShownFields fields, Row row) {
        return new FoundItem(fields, row, FoundIncludes.NONE);
    }
}
