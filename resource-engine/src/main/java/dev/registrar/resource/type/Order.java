package dev.registrar.resource.type;

import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.error.JsonApiError;

/** Two attributes whose values must be in order where both are set. */
public record Order(Attribute first, Attribute last) {

    /** The error when the last value is before the first one. */
    public JsonApiError error() {
        return INVALID_VALUE.at(
                pointer("data", "attributes", last.name()),
                "The %s must not be before the %s.".formatted(last.label(), first.label()));
    }
}
