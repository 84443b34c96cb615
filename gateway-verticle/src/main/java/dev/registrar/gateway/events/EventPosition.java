package dev.registrar.gateway.events;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Where a client continues: a position in each source. Clients get it as an opaque text, which is the same on every
 * node.
 *
 * @param bySource the position after which to continue; a source that is missing begins with its oldest stored event
 */
record EventPosition(Map<String, Long> bySource) {
    /** Before the oldest stored event of each source. */
    static final EventPosition BEGINNING = new EventPosition(Map.of());

    private static final String SEPARATOR = ",";
    private static final Pattern PART = Pattern.compile("([a-z0-9_]+)=(\\d{1,18})");

    EventPosition {
        bySource = Map.copyOf(bySource);
    }

    /** Reads the text of a position; empty if it is not one. */
    static Optional<EventPosition> parse(String text) {
        Map<String, Long> positions = new HashMap<>();
        for (var part : decode(text).split(SEPARATOR, -1)) {
            var matcher = PART.matcher(part);
            if (!matcher.matches()) {
                return Optional.empty();
            }
            positions.put(matcher.group(1), Long.valueOf(matcher.group(2)));
        }
        return Optional.of(new EventPosition(positions))
                .filter(position -> position.toString().equals(text));
    }

    private static String decode(String text) {
        try {
            return new String(Base64.getUrlDecoder().decode(text), US_ASCII);
        } catch (IllegalArgumentException notBase64) {
            return "";
        }
    }

    Optional<Long> in(String source) {
        return Optional.ofNullable(bySource.get(source));
    }

    /** This position, moved in one source. */
    EventPosition with(String source, long position) {
        Map<String, Long> moved = new HashMap<>(bySource);
        moved.put(source, position);
        return new EventPosition(moved);
    }

    /** The text for clients; empty at the beginning. */
    @Override
    public String toString() {
        var parts = new TreeMap<>(bySource)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .toList();
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(String.join(SEPARATOR, parts).getBytes(US_ASCII));
    }
}
