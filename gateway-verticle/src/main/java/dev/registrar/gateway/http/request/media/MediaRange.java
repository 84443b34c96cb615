package dev.registrar.gateway.http.request.media;

import java.util.List;
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

    /** Parses the ranges of a header; an element that cannot be parsed becomes a range that matches nothing. */
    public static List<MediaRange> parse(String header) {
        return new MediaRangeReader(header).readAll();
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
