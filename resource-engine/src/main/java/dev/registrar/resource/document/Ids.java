package dev.registrar.resource.document;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads and writes the ids of resources: UUIDs in canonical form (RFC 9562, section 4), so that each id has only one
 * spelling.
 */
public final class Ids {
    /** The nil UUID (RFC 9562, section 5.9), which no resource has. */
    public static final UUID NIL = new UUID(0, 0);

    private static final int LENGTH = 36;

    private Ids() {}

    /** Parses a UUID, in upper or lower case; returns empty for any other text. */
    public static Optional<UUID> parse(String text) {
        if (text.length() != LENGTH) {
            return Optional.empty();
        }
        try {
            var id = UUID.fromString(text);
            return id.toString().equals(text.toLowerCase(Locale.ROOT)) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The canonical form of an id, in ASCII; JSON needs no escapes for it. */
    public static byte[] ascii(UUID id) {
        return id.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
