package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_JSON;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * The body of a message that any verticle may have sent: a JSON object.
 *
 * @param size in bytes
 */
public record MessageBody(JsonNode object, int size) {
    /** Of a short value, with its quotation marks and commas. */
    private static final long TYPICAL_BYTES = 8;

    /**
     * Reads it.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code malformed_request}, {@code malformed_json} or
     *     {@code body_too_large} when it is anything else
     */
    public static MessageBody of(Message<?> message) {
        var bytes = bytesOf(message.body());
        var object = Json.readMessage(bytes);
        if (!object.isObject()) {
            throw noObject();
        }
        return new MessageBody(object, bytes.length());
    }

    /** About how many bytes of JSON it is, which tells where it is read. */
    public static long sizeOf(Message<?> message) {
        return message.body() instanceof Buffer buffer ? buffer.length() : sizeOf(message.body(), Json.MAX_DEPTH);
    }

    private static long sizeOf(Object value, int levels) {
        if (value instanceof JsonObject object && levels > 0) {
            return object.stream()
                    .mapToLong(member -> member.getKey().length() + sizeOf(member.getValue(), levels - 1))
                    .sum();
        }
        if (value instanceof JsonArray array && levels > 0) {
            return array.stream()
                    .mapToLong(element -> sizeOf(element, levels - 1))
                    .sum();
        }
        return TYPICAL_BYTES + (value instanceof String text ? text.length() : 0);
    }

    private static Buffer bytesOf(Object body) {
        if (body instanceof Buffer buffer) {
            return buffer;
        }
        if (body instanceof JsonObject json) {
            return encode(json);
        }
        throw noObject();
    }

    /** The toolkit's encoder would overflow the stack. */
    private static Buffer encode(JsonObject json) {
        if (isDeeper(json, Json.MAX_DEPTH)) {
            throw MALFORMED_JSON
                    .because("The message body is nested more than %d levels deep.".formatted(Json.MAX_DEPTH))
                    .asException();
        }
        return json.toBuffer();
    }

    private static boolean isDeeper(Object value, int levels) {
        if (value instanceof JsonObject object) {
            return levels == 0 || object.stream().anyMatch(member -> isDeeper(member.getValue(), levels - 1));
        }
        return value instanceof JsonArray array
                && (levels == 0 || array.stream().anyMatch(element -> isDeeper(element, levels - 1)));
    }

    private static RuntimeException noObject() {
        return MALFORMED_REQUEST
                .because("The message body must be a JsonObject, or a Buffer that holds one as JSON.")
                .asException();
    }
}
