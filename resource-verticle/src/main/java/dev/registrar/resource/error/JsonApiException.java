package dev.registrar.resource.error;

import java.util.List;
import java.util.stream.Collectors;

/** One or more faults of one request. It carries no stack trace: it describes the request, not our code. */
public final class JsonApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<JsonApiError> errors;

    public JsonApiException(JsonApiError error) {
        this(List.of(error));
    }

    public JsonApiException(List<JsonApiError> errors) {
        super(errors.stream().map(JsonApiError::detail).collect(Collectors.joining(" ")), null, false, false);
        this.errors = List.copyOf(errors);
    }

    public List<JsonApiError> errors() {
        return errors;
    }

    /** The same faults, their places given from this one instead of from the whole document. */
    public JsonApiException seenFrom(ErrorSource place) {
        return new JsonApiException(errors.stream()
                .map(error ->
                        error.source() == null ? error : error.at(error.source().seenFrom(place)))
                .toList());
    }

    /**
     * The status of the response: that of all errors, or where they differ the most general one that applies (JSON:API
     * 1.0, "Processing Errors").
     */
    public int status() {
        var statuses = errors.stream()
                .mapToInt(error -> error.code().status())
                .distinct()
                .toArray();
        if (statuses.length == 1) {
            return statuses[0];
        }
        return errors.stream().anyMatch(error -> error.code().status() >= 500) ? 500 : 400;
    }
}
