package dev.registrar.gateway.authentication.scheme;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;

import dev.registrar.resource.error.JsonApiException;
import java.util.Collection;
import java.util.List;

/** Genuine credentials that do not allow the request. Has no stack trace, because it describes the request. */
public final class InsufficientScope extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final List<String> needed;

    public InsufficientScope(Collection<String> needed) {
        super("This operation needs the scope %s.".formatted(String.join(", ", needed)), null, false, false);
        this.needed = List.copyOf(needed);
    }

    /** The scopes as listed in a challenge (RFC 6750, 3). */
    public String scopes() {
        return String.join(" ", needed);
    }

    public JsonApiException toException() {
        return FORBIDDEN.because(getMessage()).asException();
    }
}
