package dev.registrar.resource.error;

import java.util.Arrays;

/**
 * The place of an error: the {@code source} member of a JSON:API error object.
 *
 * @param member {@code pointer}, {@code parameter}, {@code header} or {@code column}
 * @param value a JSON pointer (RFC 6901) into the request document, or the name of a query parameter, a header or a
 *     column of a CSV file
 */
public record ErrorSource(String member, String value) {
    private static final int MAX_NAME = 128;

    /**
     * Creates a pointer from reference tokens; no tokens point to the whole document. A token that is longer than any
     * known name is left out with those after it, so that the pointer leads to the parent.
     */
    public static ErrorSource pointer(String... tokens) {
        var pointer = new StringBuilder();
        for (var token : tokens) {
            if (token.length() > MAX_NAME) {
                break;
            }
            pointer.append('/').append(token.replace("~", "~0").replace("/", "~1"));
        }
        return new ErrorSource("pointer", pointer.toString());
    }

    /** Appends the reference token of a member or an element to the tokens of its parent. */
    public static String[] below(String[] parent, String token) {
        var path = Arrays.copyOf(parent, parent.length + 1);
        path[parent.length] = token;
        return path;
    }

    public static ErrorSource parameter(String name) {
        return new ErrorSource("parameter", Excerpt.of(name, MAX_NAME));
    }

    public static ErrorSource header(String name) {
        return new ErrorSource("header", name);
    }

    public static ErrorSource column(String name) {
        return new ErrorSource("column", Excerpt.of(name, MAX_NAME));
    }

    /** This place relative to another one that contains it; unchanged if that does not contain it. */
    ErrorSource relativeTo(ErrorSource place) {
        return value.equals(place.value) || value.startsWith(place.value + "/")
                ? new ErrorSource(member, value.substring(place.value.length()))
                : this;
    }
}
