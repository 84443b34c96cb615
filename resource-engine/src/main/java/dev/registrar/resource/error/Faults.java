package dev.registrar.resource.error;

import java.util.LinkedHashSet;
import java.util.Set;

/** The errors found so far in one request, so that a client learns of them at once, of each once. */
public final class Faults {
    private final Set<JsonApiError> errors = new LinkedHashSet<>();

    /**
     * Adds an error, unless it has been found before.
     *
     * @throws JsonApiException when there are more than one response tells: the rest of the request is not examined
     */
    public void add(JsonApiError error) {
        errors.add(error);
        if (errors.size() > JsonApiException.MAX_ERRORS) {
            throwIfAny();
        }
    }

    /**
     * Ends the examination of a request.
     *
     * @throws JsonApiException with the errors, if there are any
     */
    public void throwIfAny() {
        if (!errors.isEmpty()) {
            throw new JsonApiException(errors);
        }
    }
}
