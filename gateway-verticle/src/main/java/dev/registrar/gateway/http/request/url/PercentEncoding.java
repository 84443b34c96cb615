package dev.registrar.gateway.http.request.url;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Strictly decodes percent-encoded UTF-8 (RFC 3986, 2.1 and 2.5): malformed text is rejected, and so are characters outside
 * ASCII that are not encoded.
 */
final class PercentEncoding {
    private static final int ENCODED_LENGTH = 3;
    private static final char LAST_OF_ASCII = 0x7F;

    private PercentEncoding() {}

    /** Decodes a part of a query, in which a plus sign stands for a space; empty if it is malformed. */
    static Optional<String> decodeQuery(String encoded) {
        return decode(encoded.replace('+', ' '));
    }

    /** Decodes a part of a URL; empty if it is malformed. */
    static Optional<String> decode(String encoded) {
        if (!isAscii(encoded)) {
            return Optional.empty();
        }
        if (encoded.indexOf('%') < 0) {
            return Optional.of(encoded);
        }
        var bytes = new ByteArrayOutputStream(encoded.length());
        for (var position = 0; position < encoded.length(); position++) {
            var character = encoded.charAt(position);
            if (character != '%') {
                bytes.write(character);
                continue;
            }
            var value = byteAt(encoded, position);
            if (value < 0) {
                return Optional.empty();
            }
            bytes.write(value);
            position += ENCODED_LENGTH - 1;
        }
        return utf8(bytes.toByteArray());
    }

    private static boolean isAscii(String text) {
        for (var position = 0; position < text.length(); position++) {
            if (text.charAt(position) > LAST_OF_ASCII) {
                return false;
            }
        }
        return true;
    }

    /** Returns the byte that is encoded at this position, or -1 if two hexadecimal digits do not follow. */
    private static int byteAt(String encoded, int position) {
        if (position + ENCODED_LENGTH > encoded.length()) {
            return -1;
        }
        var high = Character.digit(encoded.charAt(position + 1), 16);
        var low = Character.digit(encoded.charAt(position + 2), 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }

    private static Optional<String> utf8(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
