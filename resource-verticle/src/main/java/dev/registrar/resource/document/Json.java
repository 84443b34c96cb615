package dev.registrar.resource.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.registrar.resource.error.ErrorCode;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** How this service reads and writes JSON (RFC 8259): strictly, within bounds, and to bytes at once. */
public final class Json {
    /** A JSON:API document is at most eight levels deep; what is much deeper is an attack or a mistake. */
    public static final int MAX_DEPTH = 64;

    private static final int TYPICAL_ITEM_BYTES = 1024;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final JsonMapper CANONICAL =
            JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    private Json() {}

    /** What writes one JSON value. */
    @FunctionalInterface
    public interface Content {
        void writeTo(JsonGenerator out) throws IOException;
    }

    /**
     * Reads the one JSON value that these bytes are.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code malformed_json} when they are not one well-formed
     *     value in UTF-8, when an object names a member twice, or when the nesting is deeper than 64 levels
     */
    public static JsonNode read(Buffer bytes) {
        try {
            var node = MAPPER.readTree(decodeUtf8(bytes));
            if (node.isMissingNode()) {
                throw malformed("The body is empty; a JSON:API document is needed.");
            }
            return node;
        } catch (CharacterCodingException e) {
            throw malformed("The body is not valid UTF-8.");
        } catch (JsonProcessingException e) {
            throw malformed(describe(e));
        }
    }

    /** A text that is the same for values that differ in the order of members alone (RFC 8259, 4: they are unordered). */
    public static String canonical(JsonNode value) {
        try {
            return CANONICAL.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a JSON value straight into the bytes that will be sent. */
    public static Buffer write(Content content) {
        return write(TYPICAL_ITEM_BYTES, content);
    }

    /**
     * Writes a JSON value straight into the bytes that will be sent.
     *
     * @param expectedBytes how large the buffer is made at first
     */
    public static Buffer write(int expectedBytes, Content content) {
        var bytes = Buffer.buffer(expectedBytes);
        try (var out = FACTORY.createGenerator(new BufferOutput(bytes))) {
            out.setCodec(MAPPER);
            content.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes;
    }

    /** Jackson's own decoder lets some malformed sequences pass, and guesses at UTF-16; JSON is UTF-8 (RFC 8259, 8.1). */
    private static String decodeUtf8(Buffer bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes.getBytes()))
                .toString();
    }

    private static RuntimeException malformed(String detail) {
        return ErrorCode.MALFORMED_JSON.because(detail).asException();
    }

    private static String describe(JsonProcessingException e) {
        var location = e.getLocation();
        var reason = e.getOriginalMessage().lines().findFirst().orElse("unexpected content");
        return location == null
                ? "%s.".formatted(reason)
                : "Line %d, column %d: %s.".formatted(location.getLineNr(), location.getColumnNr(), reason);
    }

    private static final class BufferOutput extends OutputStream {
        private final Buffer bytes;

        BufferOutput(Buffer bytes) {
            this.bytes = bytes;
        }

        @Override
        public void write(int value) {
            bytes.appendByte((byte) value);
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            bytes.appendBytes(source, offset, length);
        }
    }
}
