package dev.registrar.gateway.http.exchange;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A media range of an {@code Accept} header (RFC 9110, 12.5.1), or the media type of a {@code Content-Type}.
 *
 * @param type in lower case, such as {@code application/*}
 * @param parameters by lower-case name, without the weight
 * @param weight from 0 (not acceptable) to 1
 * @param isWeighted whether the weight is given, which has no meaning in a {@code Content-Type}
 */
public record MediaRange(String type, Map<String, String> parameters, double weight, boolean isWeighted) {
    /** Stands for an element that cannot be parsed. */
    static final MediaRange NOTHING = new MediaRange("", Map.of(), 0, false);

    private static final String WEIGHT = "q";
    private static final Pattern QVALUE = Pattern.compile("0(\\.\\d{0,3})?|1(\\.0{0,3})?");

    /** Parses the ranges of a header; an element that cannot be parsed becomes a range that matches nothing. */
    public static List<MediaRange> parse(String header) {
        return new Reader(header).readAll();
    }

    /** Creates a range with these parameters, one of which may be its weight. */
    static MediaRange of(String type, Map<String, String> parameters) {
        var weight = parameters.remove(WEIGHT);
        return new MediaRange(type, Map.copyOf(parameters), weightOf(weight), weight != null);
    }

    /** An invalid weight is treated as absent. */
    private static double weightOf(String qvalue) {
        return qvalue != null && QVALUE.matcher(qvalue).matches() ? Double.parseDouble(qvalue) : 1;
    }

    /** Parses a list of media ranges in a single pass, because clients control its length and content. */
    private static final class Reader {
        private static final String SEPARATORS = ";,=\"";

        private final String header;
        private int position;

        Reader(String header) {
            this.header = header;
        }

        List<MediaRange> readAll() {
            List<MediaRange> ranges = new ArrayList<>();
            while (position < header.length()) {
                skipWhiteSpace();
                if (!isAtEndOfElement()) {
                    ranges.add(readRange());
                }
                position++;
            }
            return ranges;
        }

        /** Parses an element of the list, up to the next comma. */
        private MediaRange readRange() {
            var type = readToken();
            var isWellFormed = !type.isEmpty();
            Map<String, String> parameters = new HashMap<>();
            skipWhiteSpace();
            while (isAt(';')) {
                position++;
                isWellFormed &= readParameter(parameters);
                skipWhiteSpace();
            }
            if (isWellFormed && isAtEndOfElement()) {
                return MediaRange.of(type.toLowerCase(Locale.ROOT), parameters);
            }
            skipElement();
            return MediaRange.NOTHING;
        }

        /** Parses a parameter, which may be empty (RFC 9110, 5.6.6); returns false if it is malformed. */
        private boolean readParameter(Map<String, String> parameters) {
            skipWhiteSpace();
            var name = readToken().toLowerCase(Locale.ROOT);
            skipWhiteSpace();
            if (isAt('=')) {
                position++;
                skipWhiteSpace();
                var value = isAt('"') ? readQuoted() : Optional.of(readToken());
                value.ifPresent(text -> parameters.put(name, text));
                return !name.isEmpty() && value.isPresent();
            }
            if (!name.isEmpty()) {
                parameters.put(name, "");
            }
            return true;
        }

        private String readToken() {
            var start = position;
            while (position < header.length() && isOfToken(header.charAt(position))) {
                position++;
            }
            return header.substring(start, position);
        }

        private static boolean isOfToken(char character) {
            return !isWhiteSpace(character) && SEPARATORS.indexOf(character) < 0;
        }

        /** Parses a quoted string, in which a backslash escapes a character; empty if the closing quote is missing. */
        private Optional<String> readQuoted() {
            var text = new StringBuilder();
            position++;
            while (position < header.length() && !isAt('"')) {
                if (isAt('\\') && position + 1 < header.length()) {
                    position++;
                }
                text.append(header.charAt(position));
                position++;
            }
            if (!isAt('"')) {
                return Optional.empty();
            }
            position++;
            return Optional.of(text.toString());
        }

        private void skipElement() {
            var comma = header.indexOf(',', position);
            position = comma < 0 ? header.length() : comma;
        }

        private void skipWhiteSpace() {
            while (position < header.length() && isWhiteSpace(header.charAt(position))) {
                position++;
            }
        }

        private static boolean isWhiteSpace(char character) {
            return character == ' ' || character == '\t';
        }

        private boolean isAtEndOfElement() {
            return position >= header.length() || isAt(',');
        }

        private boolean isAt(char character) {
            return position < header.length() && header.charAt(position) == character;
        }
    }
}
