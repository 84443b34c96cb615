package dev.registrar.platform.operations;

import java.util.HexFormat;
import java.util.regex.Pattern;

/** Text for the log that may come from clients: it can neither begin a line nor control a terminal. */
public final class LogText {
    /** Everything that a terminal may interpret: control characters, line separators, and marks of writing direction. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\n\\t]]");

    private static final Pattern SPECIAL_IN_QUOTES = Pattern.compile("[\"\\\\\\n\\t]");

    /** The beginning of a further line of the same event, except for lines of a stack trace. */
    private static final Pattern FURTHER_LINE = Pattern.compile("\\n(?=[^\\s])(?!Caused by: )");

    private LogText() {}

    /** Indents each line after the first one, and escapes control characters. */
    public static String withoutForgedLines(String lines) {
        var withoutControls =
                CONTROL.matcher(lines).replaceAll(found -> escape(found.group().codePointAt(0)));
        return FURTHER_LINE.matcher(withoutControls).replaceAll("\n    ");
    }

    /** A value in quotes, which its text cannot end. */
    public static String quoted(String value) {
        return '"'
                + SPECIAL_IN_QUOTES
                        .matcher(value)
                        .replaceAll(found -> escape(found.group().codePointAt(0)))
                + '"';
    }

    /** As in JSON; the backslash is doubled, because the result is a replacement. */
    private static String escape(int character) {
        return switch (character) {
            case '"' -> "\\\\\"";
            case '\\' -> "\\\\\\\\";
            default -> "\\\\u" + HexFormat.of().toHexDigits((char) character);
        };
    }
}
