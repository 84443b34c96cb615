package dev.registrar.resource.error;

import java.util.ArrayList;
import java.util.List;

/** The faults found so far in one request, so that a client learns of all of them at once. */
public final class Faults {
    private final List<JsonApiError> errors = new ArrayList<>();

    public void add(JsonApiError error) {
        errors.add(error);
    }

    public List<JsonApiError> all() {
        return List.copyOf(errors);
    }

    /**
     * Ends the examination of a request.
     *
     * @throws JsonApiException with every fault, if there is one
     */
    public void throwIfAny() {
        if (!errors.isEmpty()) {
            throw new JsonApiException(errors);
        }
    }
}
