package dev.registrar.resource.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ValueNode;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.json.Json.TooManyBytesException;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads JSON (RFC 8259) strictly and within bounds, and writes it directly to bytes. */
public final class Json {
    /** A JSON:API document is at most eight levels deep; anything much deeper is an attack or a mistake. */
    public static final int MAX_DEPTH = 64;

    /**
     * The maximum number of tokens in the document of a request: brackets, names and values. The linkage of 16,000
     * resources has fewer.
     */
    static final int MAX_TOKENS = 100_000;

    /** For the rest of a message: a query with as many values as fit a URL, and the caller's scopes. */
    private static final int MAX_ENVELOPE_TOKENS = 20_000;

    /** No real amount, time or size needs more digits, or a larger exponent. */
    static final int MAX_NUMBER_LENGTH = 100;

    private static final int MAX_EXPONENT = 1000;

    private static final int TYPICAL_ITEM_BYTES = 1024;

    /** What the fast decoder writes for a malformed sequence; a well-formed text may contain it too. */
    private static final char REPLACEMENT = '\uFFFD';

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // The JVM would keep interned names, and interning the new names that clients send is slow.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            // Four bytes for an emoji instead of two escapes of six.
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .build())
            .build();

    private static final Kind VALUE = new Kind(FACTORY, "body", "a JSON:API document");
    private static final Kind DOCUMENT = new Kind(withAtMost(MAX_TOKENS), "body", "a JSON:API document");
    private static final Kind MESSAGE =
            new Kind(withAtMost(MAX_TOKENS + MAX_ENVELOPE_TOKENS), "message", "a JSON object");

    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(new BoundedNumbers())
            .build();

    private static final JsonMapper CANONICAL =
            JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    private Json() {}

    @FunctionalInterface
    public interface Content {
        void writeTo(JsonGenerator out) throws IOException;
    }

    /** What is read: errors call it by its name, and say what is expected. */
    private record Kind(JsonFactory factory, String name, String expected) {}

    private static JsonFactory withAtMost(int tokens) {
        return FACTORY.rebuild()
                .streamReadConstraints(FACTORY.streamReadConstraints()
                        .rebuild()
                        .maxTokenCount(tokens)
                        .build())
                .build();
    }

    /**
     * Reads one JSON value. The number of tokens is not limited: for documents of this service, and for short text.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code malformed_json} when the bytes are not one
     *     well-formed value in UTF-8, when an object names a member twice, when the nesting is deeper than 64 levels,
     *     or when a number has more than 100 characters or an exponent beyond 1000
     */
    public static JsonNode read(Buffer bytes) {
        return read(bytes, VALUE);
    }

    /**
     * Like {@link #read}, for the document of a client; fails with {@code body_too_large} when it has too many tokens.
     */
    public static JsonNode readDocument(Buffer bytes) {
        return read(bytes, DOCUMENT);
    }

    /** Like {@link #read}, for the body of a message; fails with {@code body_too_large} when it has too many tokens. */
    public static JsonNode readMessage(Buffer bytes) {
        return read(bytes, MESSAGE);
    }

    /** Whether a text is one JSON object: inside a message, no part of it can be mistaken for another member. */
    public static boolean isObject(Buffer bytes) {
        try (var parser = FACTORY.createParser(bytes.toString(StandardCharsets.UTF_8))) {
            return parser.nextToken() == JsonToken.START_OBJECT
                    && parser.skipChildren().currentToken() == JsonToken.END_OBJECT
                    && parser.nextToken() == null;
        } catch (IOException malformed) {
            return false;
        }
    }

    private static JsonNode read(Buffer bytes, Kind kind) {
        try (var parser = kind.factory().createParser(decodeUtf8(bytes))) {
            return readTree(parser, kind);
        } catch (CharacterCodingException e) {
            throw malformed("The %s is not valid UTF-8.".formatted(kind.name()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode readTree(JsonParser parser, Kind kind) throws IOException {
        try {
            return Optional.ofNullable(MAPPER.<JsonNode>readTree(parser))
                    .orElseThrow(() -> malformed("The %s is empty; send %s.".formatted(kind.name(), kind.expected())));
        } catch (JsonProcessingException e) {
            if (hasTooManyTokens(parser)) {
                throw ErrorCode.BODY_TOO_LARGE
                        .because(
                                "The document has more than %s names, values and brackets; split it into several requests."
                                        .formatted(MAX_TOKENS))
                        .asException();
            }
            var location = Optional.ofNullable(e.getLocation()).orElseGet(parser::currentLocation);
            throw malformed(at(location.getLineNr(), JsonSyntax.columnOf(e, location), JsonSyntax.errorIn(e)));
        } catch (NumberFormatException outOfBounds) {
            var location = parser.currentLocation();
            throw malformed(at(
                    location.getLineNr(),
                    location.getColumnNr(),
                    "The exponent of a number is beyond %s".formatted(MAX_EXPONENT)));
        }
    }

    private static boolean hasTooManyTokens(JsonParser parser) {
        var constraints = parser.streamReadConstraints();
        return constraints.hasMaxTokenCount() && parser.currentTokenCount() > constraints.getMaxTokenCount();
    }

    /** The value of an integral number however it is written (1e2 is 100); empty for other numbers and other values. */
    public static Optional<Integer> intValue(JsonNode node) {
        try {
            return node.isNumber() ? Optional.of(node.decimalValue().intValueExact()) : Optional.empty();
        } catch (ArithmeticException hasFractionOrIsTooLarge) {
            return Optional.empty();
        }
    }

    /** A text that is equal for values that differ only in the order of members (RFC 8259, 4: they are unordered). */
    public static String canonical(JsonNode value) {
        try {
            return CANONICAL.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a JSON value directly into the bytes that will be sent. */
    public static Buffer write(Content content) {
        return writeAtMost(Integer.MAX_VALUE, TYPICAL_ITEM_BYTES, content);
    }

    /**
     * Writes a JSON value into a buffer of this initial size; fails with {@link TooManyBytesException} beyond the
     * maximum.
     */
    public static Buffer writeAtMost(int most, int expectedBytes, Content content) {
        var bytes = Buffer.buffer(expectedBytes);
        try (var out = FACTORY.createGenerator(new BufferOutput(bytes, most))) {
            out.setCodec(MAPPER);
            content.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes;
    }

    /**
     * Jackson's decoder accepts some malformed sequences, and detects UTF-16; JSON is UTF-8 (RFC 8259, 8.1). The strict
     * decoder is slow, so it reads only what the fast one has possibly corrected.
     */
    private static String decodeUtf8(Buffer bytes) throws CharacterCodingException {
        var text = bytes.toString(StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0
                ? text
                : StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes.getBytes()))
                        .toString();
    }

    private static RuntimeException malformed(String detail) {
        return ErrorCode.MALFORMED_JSON.because(detail).asException();
    }

    private static String at(int line, int column, String reason) {
        return "Line %s, column %s: %s.".formatted(line, column, reason);
    }

    /** Rejects large exponents: a decimal number of nine characters may have a billion digits once it is expanded. */
    private static final class BoundedNumbers extends JsonNodeFactory {
        private static final long serialVersionUID = 1L;

        @Override
        public ValueNode numberNode(BigDecimal value) {
            if (Math.abs((long) value.scale()) > MAX_EXPONENT) {
                throw new NumberFormatException();
            }
            return super.numberNode(value);
        }
    }

    public static final class TooManyBytesException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooManyBytesException(int most) {
            super("More than %s bytes".formatted(most), null, false, false);
        }
    }

    private static final class BufferOutput extends OutputStream {
        private final Buffer bytes;
        private final int most;

        BufferOutput(Buffer bytes, int most) {
            this.bytes = bytes;
            this.most = most;
        }

        @Override
        public void write(int value) {
            requireRoomFor(1);
            bytes.appendByte((byte) value);
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            requireRoomFor(length);
            bytes.appendBytes(source, offset, length);
        }

        private void requireRoomFor(int more) {
            if (bytes.length() > most - more) {
                throw new TooManyBytesException(most);
            }
        }
    }
}
