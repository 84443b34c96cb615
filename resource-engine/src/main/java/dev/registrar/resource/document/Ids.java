package dev.registrar.resource.document;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** The ids of resources: UUIDs in their one canonical form (RFC 9562, section 4), so that an id is one string. */
public final class Ids {
    private static final int LENGTH = 36;

    private Ids() {}

    /** The UUID that this text stands for, in either case of letters; empty for any other text. */
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
}
