package dev.registrar.resource.error;

/**
 * The place of a fault: the {@code source} member of a JSON:API error object.
 *
 * @param member {@code pointer}, {@code parameter} or {@code header}
 * @param value a JSON pointer (RFC 6901) into the request document, or the name of a query parameter or header
 */
public record ErrorSource(String member, String value) {
    private static final int MAX_NAME = 128;

    /**
     * The place in the request document that these reference tokens lead to; none lead to the whole document. A name that
     * is longer than any that means something here is left out: then it is the place of what has that member.
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

    public static ErrorSource parameter(String name) {
        return new ErrorSource("parameter", Excerpt.of(name, MAX_NAME));
    }

    public static ErrorSource header(String name) {
        return new ErrorSource("header", name);
    }

    /** This place, given from another one if it is within it, else unchanged. */
    ErrorSource seenFrom(ErrorSource place) {
        return value.startsWith(place.value + "/")
                ? new ErrorSource(member, value.substring(place.value.length()))
                : this;
    }
}
