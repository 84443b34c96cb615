package dev.registrar.gateway.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A media range of an {@code Accept} header (RFC 9110, 12.5.1), or the media type of a {@code Content-Type}.
 *
 * @param type in lower case, such as {@code application/*}
 * @param parameters by their names in lower case, without the weight
 * @param weight from 0, for what is not acceptable, to 1
 */
record MediaRange(String type, Map<String, String> parameters, double weight) {
    private static final MediaRange NOTHING = new MediaRange("", Map.of(), 0);
    private static final String WEIGHT = "q";

    /** A type, or one parameter with a token or a quoted string as its value, and the separator after it. */
    private static final Pattern PART =
            Pattern.compile("\\s*([^\\s;,=\"]+)(?:\\s*=\\s*(\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s;,\"]*))?\\s*([;,]|$)");

    private static final Pattern QVALUE = Pattern.compile("0(\\.\\d{0,3})?|1(\\.0{0,3})?");

    /** The ranges of a header; what cannot be read as one is a range of nothing. */
    static List<MediaRange> parse(String header) {
        List<MediaRange> ranges = new ArrayList<>();
        var part = PART.matcher(header);
        var position = 0;
        while (position < header.length()) {
            position = part.find(position) && part.start() == position
                    ? readRange(part, ranges)
                    : skipElement(header, position, ranges);
        }
        return ranges;
    }

    /** Passes over an element that is no range, or empty, and returns where the next one begins. */
    private static int skipElement(String header, int position, List<MediaRange> ranges) {
        var comma = header.indexOf(',', position);
        var end = comma < 0 ? header.length() : comma;
        if (!header.substring(position, end).isBlank()) {
            ranges.add(NOTHING);
        }
        return end + 1;
    }

    /** Reads the range whose type has been found, and returns where the next one begins. */
    private static int readRange(Matcher part, List<MediaRange> ranges) {
        var type = part.group(1).toLowerCase(Locale.ROOT);
        Map<String, String> parameters = new HashMap<>();
        var end = part.end();
        while (part.group(3).equals(";") && part.find(end) && part.start() == end) {
            parameters.put(part.group(1).toLowerCase(Locale.ROOT), unquoted(part.group(2)));
            end = part.end();
        }
        var weight = parameters.remove(WEIGHT);
        ranges.add(new MediaRange(type, Map.copyOf(parameters), weightOf(weight)));
        return end;
    }

    private static String unquoted(String value) {
        if (value == null) {
            return "";
        }
        return value.startsWith("\"") ? value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1") : value;
    }

    /** A weight that is none counts as if it were not given. */
    private static double weightOf(String qvalue) {
        return qvalue != null && QVALUE.matcher(qvalue).matches() ? Double.parseDouble(qvalue) : 1;
    }
}
