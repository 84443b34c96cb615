package dev.registrar.resource.error;

import dev.registrar.resource.document.UnicodeText;
import io.micrometer.core.instrument.Counter;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One error: a JSON:API error object (JSON:API 1.0, "Error Objects").
 *
 * @param detail a sentence on what is wrong in this occurrence, and the remedy
 * @param source the place; null for an error of the request as a whole
 * @param meta data that a program needs for the remedy; empty for most errors
 * @param about the path, below the base URL, of the resource that caused the error, if the caller may see that resource
 */
public record JsonApiError(
        ErrorCode code, String detail, ErrorSource source, Map<String, ?> meta, Optional<String> about) {
    private static final int MAX_DETAIL = 1_000;

    public JsonApiError {
        detail = UnicodeText.withoutLoneSurrogates(Excerpt.of(detail, MAX_DETAIL));
    }

    /** The error for a failure of the service itself; the log says which, with the request id. */
    public static JsonApiError internal() {
        return ErrorCode.INTERNAL_ERROR.because("The request failed. Quote the request id when you report this.");
    }

    /** The error for a request above a limit. */
    public static JsonApiError overloaded() {
        return ErrorCode.OVERLOADED.because("Too many concurrent requests; retry after 1 s.");
    }

    public JsonApiError withMeta(Map<String, ?> remedy) {
        return new JsonApiError(code, detail, source, remedy, about);
    }

    /** The same error at another place. */
    public JsonApiError at(ErrorSource place) {
        return new JsonApiError(code, detail, place, meta, about);
    }

    /** The same error with a link to the resource that caused it. */
    public JsonApiError about(Optional<String> path) {
        return new JsonApiError(code, detail, source, meta, path);
    }

    public JsonApiException asException() {
        return new JsonApiException(this);
    }

    /** An exception for all requests that have this error, which counts them. */
    public Supplier<JsonApiException> countedBy(Counter counter) {
        var exception = asException();
        return () -> {
            counter.increment();
            return exception;
        };
    }
}
