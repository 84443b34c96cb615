package dev.registrar.gateway.http.request.media;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A media range of an {@code Accept} header (RFC 9110, 12.5.1), or the media type of a {@code Content-Type}.
 *
 * @param type in lower case, such as {@code application/*}
 * @param parameters by their names in lower case, without the weight
 * @param weight from 0, for what is not acceptable, to 1
 */
public record MediaRange(String type, Map<String, String> parameters, double weight) {
    /** What an element that cannot be read stands for. */
    static final MediaRange NOTHING = new MediaRange("", Map.of(), 0);

    private static final String WEIGHT = "q";
    private static final Pattern QVALUE = Pattern.compile("0(\\.\\d{0,3})?|1(\\.0{0,3})?");

    /** The ranges of a header; what cannot be read as one is a range of nothing. */
    public static List<MediaRange> parse(String header) {
        return new MediaRangeReader(header).readAll();
    }

    /** A range with these parameters, of which one may be its weight. */
    static MediaRange of(String type, Map<String, String> parameters) {
        var weight = parameters.remove(WEIGHT);
        return new MediaRange(type, Map.copyOf(parameters), weightOf(weight));
    }

    /** A weight that is none counts as if it were not given. */
    private static double weightOf(String qvalue) {
        return qvalue != null && QVALUE.matcher(qvalue).matches() ? Double.parseDouble(qvalue) : 1;
    }
}
