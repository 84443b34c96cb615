package dev.registrar.resource.query.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A comma-separated list in which a value that contains a comma or a quote is quoted:
 * {@code a,"b, with comma","a ""b"""}. White space around quotes is ignored; around a value without quotes, it is kept.
 */
final class QuotedList {
    private QuotedList() {}

    /** The values of the list; empty when a quote is not closed or text follows a closing quote. */
    static Optional<List<String>> parse(String text) {
        List<String> values = new ArrayList<>();
        var position = 0;
        while (true) {
            var value = new StringBuilder();
            var quote = skipWhiteSpace(text, position);
            position = quote < text.length() && text.charAt(quote) == '"'
                    ? readQuoted(text, quote + 1, value)
                    : readPlain(text, position, value);
            if (position < 0) {
                return Optional.empty();
            }
            values.add(value.toString());
            if (position == text.length()) {
                return Optional.of(values);
            }
            if (text.charAt(position) != ',') {
                return Optional.empty();
            }
            position++;
        }
    }

    private static int skipWhiteSpace(String text, int start) {
        var position = start;
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
        return position;
    }

    private static int readPlain(String text, int start, StringBuilder value) {
        var comma = text.indexOf(',', start);
        var end = comma < 0 ? text.length() : comma;
        value.append(text, start, end);
        return end;
    }

    /** Returns the position after the closing quote and white space, or -1 when there is no closing quote. */
    private static int readQuoted(String text, int start, StringBuilder value) {
        var position = start;
        while (true) {
            var quote = text.indexOf('"', position);
            if (quote < 0) {
                return -1;
            }
            value.append(text, position, quote);
            if (quote + 1 == text.length() || text.charAt(quote + 1) != '"') {
                return skipWhiteSpace(text, quote + 1);
            }
            value.append('"');
            position = quote + 2;
        }
    }
}
