package dev.registrar.gateway.http.exchange;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    private static final Pattern TOKEN = Pattern.compile("[^;,=\" \\t]+");

    /** Possessive, so that the length of a value does not determine the depth of the stack. */
    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"", Pattern.DOTALL);

    /** Parses the ranges of a header; an element that cannot be parsed becomes a range that matches nothing. */
    public static List<MediaRange> parse(String header) {
        List<MediaRange> ranges = new ArrayList<>();
        for (var element : split(header, ',')) {
            if (!element.isEmpty()) {
                ranges.add(read(split(element, ';')));
            }
        }
        return ranges;
    }

    /** The trimmed parts between separators outside of quoted strings, in which a backslash escapes a character. */
    private static List<String> split(String list, char separator) {
        List<String> parts = new ArrayList<>();
        var isQuoted = false;
        var start = 0;
        for (var position = 0; position < list.length(); position++) {
            var character = list.charAt(position);
            if (character == separator && !isQuoted) {
                parts.add(list.substring(start, position).trim());
                start = position + 1;
            } else if (character == '"') {
                isQuoted = !isQuoted;
            } else if (character == '\\' && isQuoted) {
                position++;
            }
        }
        parts.add(list.substring(start).trim());
        return parts;
    }

    /** A parameter may be empty, and so may its value (RFC 9110, 5.6.6). */
    private static MediaRange read(List<String> typeAndParameters) {
        var type = typeAndParameters.get(0);
        var isWellFormed = TOKEN.matcher(type).matches();
        Map<String, String> parameters = new HashMap<>();
        for (var parameter : typeAndParameters.subList(1, typeAndParameters.size())) {
            var equals = parameter.indexOf('=');
            var name = equals < 0 ? parameter : parameter.substring(0, equals).trim();
            var value = equals < 0 ? "" : parameter.substring(equals + 1).trim();
            var isQuoted = QUOTED.matcher(value).matches();
            isWellFormed &= parameter.isEmpty()
                    || (TOKEN.matcher(name).matches()
                            && (value.isEmpty()
                                    || isQuoted
                                    || TOKEN.matcher(value).matches()));
            if (!name.isEmpty()) {
                parameters.put(name.toLowerCase(Locale.ROOT), isQuoted ? unquoted(value) : value);
            }
        }
        return isWellFormed ? of(type.toLowerCase(Locale.ROOT), parameters) : NOTHING;
    }

    private static String unquoted(String quoted) {
        return quoted.substring(1, quoted.length() - 1).replaceAll("(?s)\\\\(.)", "$1");
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
}
