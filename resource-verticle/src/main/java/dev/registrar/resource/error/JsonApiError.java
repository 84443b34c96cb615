package dev.registrar.resource.error;

/**
 * One fault: a JSON:API error object (JSON:API 1.0, "Error Objects").
 *
 * @param detail what is wrong in this occurrence, and the remedy, in a sentence
 * @param source where; null when the request as a whole is at fault
 */
public record JsonApiError(ErrorCode code, String detail, ErrorSource source) {

    public JsonApiException asException() {
        return new JsonApiException(this);
    }
}
