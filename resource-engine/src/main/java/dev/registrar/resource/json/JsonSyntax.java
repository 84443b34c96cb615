package dev.registrar.resource.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.registrar.resource.error.Excerpt;
import java.util.Map;
import java.util.regex.Pattern;

/** Describes what is wrong with a text that is not JSON. The parser's own messages mention its settings and classes. */
final class JsonSyntax {
    private static final String TOKEN = "Unrecognized token";

    /** The beginning of a message of the parser, and the part of the text that it quotes. */
    private static final Pattern QUOTING = Pattern.compile(
            "(Duplicate field|Unexpected character|Unrecognized token) \\(?'(.+?)'(?: \\(code|: was|$).*",
            Pattern.DOTALL);

    private static final Map<String, String> ABOUT_QUOTED = Map.of(
            "Duplicate field",
            "The member \"%s\" occurs twice",
            "Unexpected character",
            "Unexpected character \"%s\"",
            TOKEN,
            "Unexpected text \"%s\"");

    private static final Map<String, String> BY_BEGINNING = Map.of(
            "Document nesting depth", "The nesting is deeper than %s levels".formatted(Json.MAX_DEPTH),
            "Number value length", "A number has more than %s characters".formatted(Json.MAX_NUMBER_LENGTH),
            "Invalid numeric value", "A number is malformed",
            "Illegal unquoted character", "A control character in a string must be escaped",
            "Unrecognized character escape", "A backslash in a string is followed by a wrong character",
            "Trailing token", "Only one value is allowed");

    private JsonSyntax() {}

    /** The column of what is wrong: the parser reports an unknown token at its end. */
    static int columnOf(JsonProcessingException e, JsonLocation end) {
        var quoting = QUOTING.matcher(e.getOriginalMessage());
        var isToken = quoting.matches() && quoting.group(1).equals(TOKEN);
        return isToken ? Math.max(1, end.getColumnNr() - quoting.group(2).length()) : end.getColumnNr();
    }

    static String errorIn(JsonProcessingException e) {
        if (e instanceof JsonEOFException) {
            return "The text ends before the value is complete";
        }
        var message = e.getOriginalMessage();
        var quoting = QUOTING.matcher(message);
        if (quoting.matches()) {
            return ABOUT_QUOTED.get(quoting.group(1)).formatted(Excerpt.of(quoting.group(2)));
        }
        return BY_BEGINNING.entrySet().stream()
                .filter(known -> message.startsWith(known.getKey()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse("Unexpected content");
    }
}
