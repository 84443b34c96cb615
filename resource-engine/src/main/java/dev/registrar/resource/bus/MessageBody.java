package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_JSON;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * The body of a message that any verticle may have sent: a JSON object.
 *
 * @param document the bytes of a member that is still to be read
 * @param size in bytes
 */
public record MessageBody(ObjectNode object, Optional<Buffer> document, int size) {
    /** What is read in the place of the document. */
    private static final Buffer REST = Buffer.buffer("null}");

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
        return new MessageBody(object(bytes), Optional.empty(), bytes.length());
    }

    /**
     * As {@link #of(Message)}, without the document.
     *
     * @param documentLength how many bytes of the body, before its last one, are the document
     */
    public static MessageBody of(Message<?> message, int documentLength) {
        var bytes = bytesOf(message.body());
        var end = bytes.length() - 1;
        var begin = end - documentLength;
        if (begin < 0) {
            throw MALFORMED_REQUEST
                    .at(header(ResourceBus.DOCUMENT_LENGTH), "The message body is shorter than that.")
                    .asException();
        }
        var envelope = object(bytes.getBuffer(0, begin).appendBuffer(REST));
        return new MessageBody(envelope, Optional.of(bytes.slice(begin, end)), bytes.length());
    }

    /** Reads the document, and puts it into its place. */
    public void readDocument() {
        document.ifPresent(bytes -> object.set(ResourceBus.DOCUMENT, Json.readDocument(bytes)));
    }

    private static ObjectNode object(Buffer bytes) {
        if (Json.readMessage(bytes) instanceof ObjectNode object) {
            return object;
        }
        throw noObject();
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
