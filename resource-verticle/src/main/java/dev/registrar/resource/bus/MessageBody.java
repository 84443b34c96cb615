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

    /**
     * Reads it.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code malformed_request} or {@code malformed_json} when it is
     *     anything else
     */
    public static MessageBody of(Message<?> message) {
        var bytes = bytesOf(message.body());
        var object = Json.read(bytes);
        if (!object.isObject()) {
            throw noObject();
        }
        return new MessageBody(object, bytes.length());
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
