package dev.registrar.resource.error;

import static dev.registrar.resource.error.ErrorCode.TOO_MANY_ERRORS;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One or more errors of one request. It has no stack trace, because it describes the request and not our code. */
public final class JsonApiException extends RuntimeException {
    /** The maximum number of errors in one response; the last one may say that there are more. */
    public static final int MAX_ERRORS = 20;

    private static final long serialVersionUID = 1L;

    private final transient List<JsonApiError> errors;

    public JsonApiException(JsonApiError error) {
        this(List.of(error));
    }

    /** Creates an exception for code that needs to know the cause of the error. */
    public JsonApiException(JsonApiError error, Throwable cause) {
        super(null, cause, false, false);
        errors = List.of(error);
    }

    /** Creates an exception with these errors, without duplicates; if there are too many, with the first ones. */
    public JsonApiException(Collection<JsonApiError> errors) {
        super(null, null, false, false);
        this.errors = bounded(errors);
    }

    private static List<JsonApiError> bounded(Collection<JsonApiError> found) {
        var distinct = found.stream().distinct().limit(MAX_ERRORS + 1L).toList();
        return distinct.size() <= MAX_ERRORS
                ? distinct
                : Stream.concat(
                                distinct.stream().limit(MAX_ERRORS - 1L),
                                Stream.of(TOO_MANY_ERRORS.because(
                                        "There are more errors than these; correct these and try again.")))
                        .toList();
    }

    @Override
    public String getMessage() {
        return errors.stream().map(JsonApiError::detail).collect(Collectors.joining(" "));
    }

    public List<JsonApiError> errors() {
        return errors;
    }

    /** The same errors, with places relative to this one instead of to the whole document. */
    public JsonApiException relativeTo(ErrorSource place) {
        return new JsonApiException(errors.stream()
                .map(error ->
                        error.source() == null ? error : error.at(error.source().relativeTo(place)))
                .toList());
    }

    /**
     * The status of the response: that of all errors, or, where they differ, the most general one that applies
     * (JSON:API 1.0, "Processing Errors").
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
