package dev.registrar.resource.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.UnicodeText;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.json.Json;
import dev.registrar.resource.query.SortOrder.SortKey;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A position among all resources of a type in some order: that of one resource, which may have been deleted. So it is
 * valid in each collection of the type, whatever its filters.
 *
 * @param order the order of the collection; in any other order the cursor is invalid
 * @param values the resource's values for the sort keys before the id; null for an attribute that is null
 */
public record Cursor(ResourceType type, SortOrder order, List<Object> values, UUID id) {
    /** The length of a control character, which JSON escapes; every other character is shorter in UTF-8. */
    private static final int MAX_BYTES_OF_CHARACTER = 6;

    private static final int QUOTES_AND_COMMA = 3;

    /** The opaque text for clients: the type, the keys, the values and the id as JSON, in base64url. */
    public String encoded() {
        List<String> parts = new ArrayList<>();
        parts.add(type.name());
        order.attributeKeys().forEach(key -> parts.add(key.toString()));
        values.forEach(value -> parts.add(value == null ? null : value.toString()));
        parts.add(id.toString());
        var json = Json.write(out -> out.writePOJO(parts));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes());
    }

    public static int maxLength(ResourceType type, SortOrder order) {
        var bytes = 2 + type.name().length() + QUOTES_AND_COMMA;
        for (var key : order.keys()) {
            bytes += key.toString().length() + key.longestValue() * MAX_BYTES_OF_CHARACTER + 2 * QUOTES_AND_COMMA;
        }
        return bytes * 4 / 3 + 1;
    }

    /** Decodes a cursor of this type for this order; empty when the text is not one. */
    static Optional<Cursor> parse(String text, ResourceType type, SortOrder order) {
        try {
            return read(Json.read(Buffer.buffer(Base64.getUrlDecoder().decode(text))), type, order);
        } catch (IllegalArgumentException | JsonApiException notEncodedByUs) {
            return Optional.empty();
        }
    }

    private static Optional<Cursor> read(JsonNode cursor, ResourceType type, SortOrder order) {
        var keys = order.attributeKeys();
        if (cursor.size() != 2 * keys.size() + 2 || !cursor.path(0).asText().equals(type.name())) {
            return Optional.empty();
        }
        List<Object> values = new ArrayList<>();
        for (var index = 1; index <= keys.size(); index++) {
            var key = keys.get(index - 1);
            var node = cursor.path(keys.size() + index);
            var value = valueOf(key, node);
            var isNull = node.isNull() && key.isNullable();
            if (!cursor.path(index).asText().equals(key.toString()) || (value.isEmpty() && !isNull)) {
                return Optional.empty();
            }
            values.add(value.orElse(null));
        }
        return Ids.parse(cursor.path(2 * keys.size() + 1).asText()).map(id -> new Cursor(type, order, values, id));
    }

    private static Optional<Object> valueOf(SortKey key, JsonNode node) {
        return Optional.of(node)
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .filter(UnicodeText::isStorable)
                .flatMap(text -> key.attribute().orElseThrow().kind().fromText(text));
    }
}
