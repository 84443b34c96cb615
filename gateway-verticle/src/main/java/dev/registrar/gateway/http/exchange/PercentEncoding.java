package dev.registrar.gateway.http.exchange;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import dev.registrar.resource.error.JsonApiException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Strictly decodes percent-encoded UTF-8 (RFC 3986, 2.1 and 2.5): malformed text is rejected, and so are characters
 * outside ASCII that are not encoded.
 */
public final class PercentEncoding {
    private static final char LAST_OF_ASCII = 0x7F;

    private PercentEncoding() {}

    /** The error of a part of a URL that cannot be decoded. */
    public static JsonApiException malformed(String part) {
        return MALFORMED_REQUEST
                .because("The %s is not percent-encoded UTF-8, such as %%C3%%A9 for \u00e9.".formatted(part))
                .asException();
    }

    /** Decodes a part of a query, in which a plus sign stands for a space; empty if it is malformed. */
    static Optional<String> decodeQuery(String encoded) {
        return decode(encoded.replace('+', ' '));
    }

    /** Decodes a part of a URL; empty if it is malformed. */
    public static Optional<String> decode(String encoded) {
        // Java's decoder would take the second for a byte.
        if (!isAscii(encoded) || encoded.contains("%-0")) {
            return Optional.empty();
        }
        return encoded.indexOf('%') < 0 ? Optional.of(encoded) : decodeBytes(encoded);
    }

    private static boolean isAscii(String text) {
        for (var position = 0; position < text.length(); position++) {
            if (text.charAt(position) > LAST_OF_ASCII) {
                return false;
            }
        }
        return true;
    }

    /**
     * Only the bytes are decoded by Java's decoder, because it replaces malformed UTF-8, and takes a plus sign for a
     * space.
     */
    private static Optional<String> decodeBytes(String encoded) {
        try {
            var bytes = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.ISO_8859_1)
                    .getBytes(StandardCharsets.ISO_8859_1);
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (IllegalArgumentException | CharacterCodingException malformed) {
            return Optional.empty();
        }
    }
}
