package dev.registrar.gateway.bridge;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.json.Json;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Optional;

/** Writes the frames of the protocol: the length in four bytes, then a JSON object. */
final class Frames {
    static final int HEAD_BYTES = 4;

    private static final Buffer NAME_OF_BODY = Buffer.buffer(",\"body\":");

    private Frames() {}

    static Buffer pong() {
        return frame(Json.write(out -> {
            out.writeStartObject();
            out.writeStringField("type", "pong");
            out.writeEndObject();
        }));
    }

    /**
     * A message that is the only one of its kind, such as a reply.
     *
     * @param replyAddress where the client may reply; empty if no reply is expected
     * @param body one JSON value; empty for a message without a body
     */
    static Buffer message(String address, Optional<String> replyAddress, MultiMap headers, Buffer body) {
        return message(address, replyAddress, headers, true, body);
    }

    /** The reply of the bridge itself to a frame. */
    static Buffer reply(String address, Buffer body) {
        return message(address, Optional.empty(), MultiMap.caseInsensitiveMultiMap(), body);
    }

    /** A message that all who have registered at the address receive. */
    static Buffer published(String address, Buffer body) {
        return message(address, Optional.empty(), MultiMap.caseInsensitiveMultiMap(), false, body);
    }

    private static Buffer message(
            String address, Optional<String> replyAddress, MultiMap headers, boolean send, Buffer body) {
        return withBody(
                Json.write(out -> {
                    out.writeStartObject();
                    out.writeStringField("type", "message");
                    out.writeStringField("address", address);
                    writeIfPresent(out, "replyAddress", replyAddress);
                    out.writeObjectFieldStart("headers");
                    for (var header : headers) {
                        out.writeStringField(header.getKey(), header.getValue());
                    }
                    out.writeEndObject();
                    out.writeBooleanField("send", send);
                    out.writeEndObject();
                }),
                body);
    }

    /**
     * An error.
     *
     * @param replyAddress the address that would have received the reply
     * @param address the address of the message that failed
     * @param message the errors as a text, for people
     * @param errors the errors document
     */
    static Buffer error(
            Optional<String> replyAddress, Optional<String> address, int status, String message, Buffer errors) {
        return withBody(
                Json.write(out -> {
                    out.writeStartObject();
                    out.writeStringField("type", "err");
                    writeIfPresent(out, "address", replyAddress);
                    writeIfPresent(out, "sourceAddress", address);
                    out.writeNumberField("failureCode", status);
                    out.writeStringField("failureType", "RECIPIENT_FAILURE");
                    out.writeStringField("message", message);
                    out.writeEndObject();
                }),
                errors);
    }

    private static void writeIfPresent(JsonGenerator out, String name, Optional<String> value) throws IOException {
        if (value.isPresent()) {
            out.writeStringField(name, value.get());
        }
    }

    /** Adds the body as the last member, with its bytes unchanged. */
    private static Buffer withBody(Buffer object, Buffer body) {
        return body.length() == 0
                ? frame(object)
                : frame(object.slice(0, object.length() - 1), NAME_OF_BODY, body, Buffer.buffer("}"));
    }

    private static Buffer frame(Buffer... parts) {
        var length = 0;
        for (var part : parts) {
            length += part.length();
        }
        var frame = Buffer.buffer(HEAD_BYTES + length).appendInt(length);
        for (var part : parts) {
            frame.appendBuffer(part);
        }
        return frame;
    }
}
