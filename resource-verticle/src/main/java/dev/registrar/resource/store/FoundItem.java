package dev.registrar.resource.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.Json;
import dev.registrar.resource.document.ShownFields;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.util.Optional;

/**
 * One resource and what a client wanted included with it.
 *
 * @param row in the layout of the fields
 */
public record FoundItem(ShownFields fields, Row row, FoundIncludes includes) {

    /** The member of the resource's {@code meta} object that its type declares; empty where it is left out. */
    public Optional<JsonNode> meta() {
        return fields.type()
                .meta()
                .map(declared -> row.getString(fields.metaColumn()))
                .map(json -> Json.read(Buffer.buffer(json)));
    }

    /** A resource with which nothing is included. */
    static FoundItem alone(ShownFields fields, Row row) {
        return new FoundItem(fields, row, FoundIncludes.NONE);
    }
}
