package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.json.Json;
import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType.Meta;
import dev.registrar.resource.type.ResourceType.Unfinished;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.impl.RowImpl;
import io.vertx.sqlclient.Row;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * One resource that a read found.
 *
 * @param row the row, in the layout of the fields and the hidden ones
 * @param included the included resources; empty when the client did not request a compound document
 */
public record FoundItem(ShownFields fields, Row row, Optional<Included> included) {
    /** A resource without included resources, whether or not the client requested a compound document. */
    public static FoundItem alone(ShownFields fields, Row row, Inclusion inclusion) {
        return new FoundItem(fields, row, Included.nothing(inclusion));
    }

    /** The same resource after a change of these values; only an internal class of Vert.x can copy a row. */
    public FoundItem with(Map<Attribute, Object> values) {
        var changed = new RowImpl((RowImpl) row);
        values.forEach((attribute, value) -> changed.setValue(row.getColumnIndex(attribute.name()), value));
        return new FoundItem(fields, changed, included);
    }

    public UUID id() {
        return row.getUUID(0);
    }

    /** The {@link Meta} that the type declares; empty when it is left out. */
    public Optional<JsonNode> meta() {
        return fields.type()
                .meta()
                .map(declared -> row.getString(Meta.COLUMN))
                .map(json -> Json.read(Buffer.buffer(json)));
    }

    /** After how many seconds to read the resource again, if it is being processed. */
    public OptionalInt retryAfter() {
        return fields.type()
                .unfinished()
                .map(declared -> row.getInteger(Unfinished.RETRY_AFTER))
                .map(OptionalInt::of)
                .orElseGet(OptionalInt::empty);
    }
}
