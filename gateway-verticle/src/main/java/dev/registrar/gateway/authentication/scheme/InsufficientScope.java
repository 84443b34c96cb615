package dev.registrar.gateway.authentication.scheme;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;

import dev.registrar.resource.error.JsonApiException;
import java.util.Collection;
import java.util.List;

/** Genuine credentials that do not allow the request. Has no stack trace, because it describes the request. */
public final class InsufficientScope extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final List<String> needed;

    /**
     * Describes a request.
     *
     * @param needed all scopes that the request needs
     * @param missing those that the credentials lack
     */
    public InsufficientScope(Collection<String> needed, Collection<String> missing) {
        super(
                "You are not allowed to do this: it needs the %s %s."
                        .formatted(missing.size() == 1 ? "scope" : "scopes", String.join(" and ", missing)),
                null,
                false,
                false);
        this.needed = List.copyOf(needed);
    }

    /** All needed scopes, as listed in a challenge (RFC 6750, 3). */
    public String scopes() {
        return String.join(" ", needed);
    }

    public JsonApiException toException() {
        return FORBIDDEN.because(getMessage()).asException();
    }
}
