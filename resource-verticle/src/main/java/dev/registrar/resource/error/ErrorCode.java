package dev.registrar.resource.error;

import java.util.Locale;

/**
 * Every kind of fault that Registrar tells of, with its HTTP status. The names are part of the interface: clients branch
 * on them, so a name never changes its meaning.
 */
public enum ErrorCode {
    MALFORMED_REQUEST(400, "The request is malformed"),
    MALFORMED_JSON(400, "The body is not well-formed JSON"),
    MALFORMED_DOCUMENT(400, "The body is not a JSON:API document"),
    UNKNOWN_PARAMETER(400, "Unknown query parameter"),
    REPEATED_PARAMETER(400, "Query parameter given more than once"),
    MALFORMED_PARAMETER(400, "Malformed query parameter"),
    UNKNOWN_FILTER_FIELD(400, "Unknown filter field"),
    UNKNOWN_FILTER_OPERATOR(400, "Unknown filter operator"),
    UNKNOWN_SORT_FIELD(400, "Unknown sort field"),
    UNKNOWN_FIELD(400, "Unknown field in a sparse fieldset"),
    UNKNOWN_INCLUDE(400, "Unknown include path"),
    INVALID_PAGE(400, "Page number or size out of range"),
    UNAUTHENTICATED(401, "Credentials are missing or wrong"),
    FORBIDDEN(403, "Not allowed for this caller"),
    CLIENT_GENERATED_ID(403, "Client-generated ids are not supported"),
    NOT_FOUND(404, "Not found"),
    PAGE_NOT_FOUND(404, "The page is past the last one"),
    RELATED_NOT_FOUND(404, "A related resource does not exist"),
    METHOD_NOT_ALLOWED(405, "Method not allowed here"),
    NOT_ACCEPTABLE(406, "No acceptable representation"),
    TYPE_CONFLICT(409, "The resource type does not belong here"),
    ID_CONFLICT(409, "The id differs from the one in the URL"),
    DUPLICATE(409, "The value is taken"),
    STILL_REFERENCED(409, "Other resources refer to this one"),
    BODY_TOO_LARGE(413, "The body is too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
    MISSING_ATTRIBUTE(422, "A required attribute is missing"),
    MISSING_RELATIONSHIP(422, "A required relationship is missing"),
    UNKNOWN_ATTRIBUTE(422, "Unknown attribute"),
    UNKNOWN_RELATIONSHIP(422, "Unknown relationship"),
    WRONG_TYPE(422, "The value has the wrong JSON type"),
    VALUE_TOO_LONG(422, "The value is too long"),
    INVALID_VALUE(422, "The value is not allowed"),
    INTERNAL_ERROR(500, "Something went wrong on our side"),
    SERVICE_UNAVAILABLE(503, "Temporarily unavailable");

    private final int status;
    private final String title;

    ErrorCode(int status, String title) {
        this.status = status;
        this.title = title;
    }

    public int status() {
        return status;
    }

    /** The {@code title} of the error object: the same for every occurrence, as JSON:API asks. */
    public String title() {
        return title;
    }

    /** The {@code code} of the error object, such as {@code value_too_long}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A fault of this kind at a place of the request; the detail says what would be right. */
    public JsonApiError at(ErrorSource source, String detail) {
        return new JsonApiError(this, detail, source);
    }

    /** A fault of this kind that concerns the request as a whole. */
    public JsonApiError because(String detail) {
        return new JsonApiError(this, detail, null);
    }
}
