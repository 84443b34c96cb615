package dev.registrar.resource.error;

import java.util.Map;

/**
 * One fault: a JSON:API error object (JSON:API 1.0, "Error Objects").
 *
 * @param detail what is wrong in this occurrence, and the remedy, in a sentence
 * @param source where; null when the request as a whole is at fault
 * @param meta what a program needs for the remedy; empty for most faults
 */
public record JsonApiError(ErrorCode code, String detail, ErrorSource source, Map<String, ?> meta) {
    private static final int MAX_DETAIL = 1_000;

    public JsonApiError {
        detail = Excerpt.of(detail, MAX_DETAIL);
    }

    public JsonApiError withMeta(Map<String, ?> remedy) {
        return new JsonApiError(code, detail, source, remedy);
    }

    /** The same fault at another place. */
    public JsonApiError at(ErrorSource place) {
        return new JsonApiError(code, detail, place, meta);
    }

    public JsonApiException asException() {
        return new JsonApiException(this);
    }
}
