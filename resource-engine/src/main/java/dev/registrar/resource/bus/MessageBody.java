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
 * The body of a message, a JSON object. Any verticle may have sent it.
 *
 * @param document the bytes of the member {@code document}, which has not been parsed yet
 */
public record MessageBody(ObjectNode object, Optional<Buffer> document) {
    /** The text that replaces the document when the rest is parsed. */
    private static final Buffer REST = Buffer.buffer("null}");

    /**
     * Reads the body of a message.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code malformed_request}, {@code malformed_json} or
     *     {@code body_too_large} when it is not a valid JSON object within the bounds
     */
    public static MessageBody of(Message<?> message) {
        return of(bytesOf(message.body()));
    }

    static MessageBody of(Buffer bytes) {
        return new MessageBody(object(bytes), Optional.empty());
    }

    /**
     * Like {@link #of(Buffer)}, but does not parse the document.
     *
     * @param documentLength the number of bytes of the document, which ends before the last byte of the body
     */
    static MessageBody of(Buffer bytes, int documentLength) {
        var end = bytes.length() - 1;
        var begin = end - documentLength;
        if (begin < 0) {
            throw MALFORMED_REQUEST
                    .at(header(ResourceBus.DOCUMENT_LENGTH), "The message body is shorter than this length.")
                    .asException();
        }
        var envelope = object(bytes.getBuffer(0, begin).appendBuffer(REST));
        return new MessageBody(envelope, Optional.of(bytes.slice(begin, end)));
    }

    /** Parses the document, and adds it to the object. */
    ObjectNode readDocument() {
        document.ifPresent(bytes -> object.set(ResourceBus.DOCUMENT, Json.readDocument(bytes)));
        return object;
    }

    private static ObjectNode object(Buffer bytes) {
        if (Json.readMessage(bytes) instanceof ObjectNode object) {
            return object;
        }
        throw notAnObject();
    }

    /** The bytes of a body; fails like {@link #of(Message)} when it is of another kind, or nested too deeply. */
    static Buffer bytesOf(Object body) {
        if (body instanceof Buffer buffer) {
            return buffer;
        }
        if (body instanceof JsonObject json) {
            return encode(json);
        }
        throw notAnObject();
    }

    /** Checks the depth first, because Vert.x's encoder would overflow the stack. */
    private static Buffer encode(JsonObject json) {
        if (isDeeper(json, Json.MAX_DEPTH)) {
            throw MALFORMED_JSON
                    .because("The message body is nested more than %s levels deep.".formatted(Json.MAX_DEPTH))
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

    private static RuntimeException notAnObject() {
        return MALFORMED_REQUEST
                .because("The message body must be a JsonObject, or a Buffer that contains one as JSON.")
                .asException();
    }
}
