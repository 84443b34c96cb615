package dev.registrar.resource.error;

import java.util.LinkedHashSet;
import java.util.Set;

/** Collects the errors of one request, without duplicates, so that the client sees all of them at once. */
public final class ErrorCollector {
    private final Set<JsonApiError> errors = new LinkedHashSet<>();

    /**
     * Adds an error, unless it was added before.
     *
     * @throws JsonApiException when there are more errors than one response reports; the rest of the request is not
     *     checked
     */
    public void add(JsonApiError error) {
        errors.add(error);
        if (errors.size() > JsonApiException.MAX_ERRORS) {
            throwIfAny();
        }
    }

    /** Throws a {@link JsonApiException} with all errors, if any was added. */
    public void throwIfAny() {
        if (!errors.isEmpty()) {
            throw new JsonApiException(errors);
        }
    }
}
