package dev.registrar.resource.error;

import dev.registrar.resource.document.JsonApi;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The kinds of errors that Registrar reports, each with its HTTP status. The names are part of the interface: clients
 * branch on them, so the meaning of a name never changes.
 */
public enum ErrorCode {
    MALFORMED_REQUEST(400, "The request is malformed"),
    REPEATED_HEADER(400, "Header given more than once"),
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
    INVALID_PAGE(400, "Page number, size or cursor out of range"),
    PAGE_TOO_LARGE(400, "The page is too large", JsonApi.CURSOR_PAGINATION_PROFILE + "max-size-exceeded"),
    UNSUPPORTED_SORT(400, "Not sortable when paged by cursors", JsonApi.CURSOR_PAGINATION_PROFILE + "unsupported-sort"),
    RANGE_NOT_SUPPORTED(
            400,
            "Range pagination is not supported",
            JsonApi.CURSOR_PAGINATION_PROFILE + "range-pagination-not-supported"),
    TOO_MANY_VALUES(400, "Too many values in the query"),
    RESPONSE_TOO_LARGE(400, "The response would be too large"),
    TOO_MANY_ERRORS(400, "There are more errors than one response reports"),
    UNAUTHENTICATED(401, "Credentials are missing or wrong"),
    FORBIDDEN(403, "Not allowed for this caller"),
    CSRF_TOKEN_MISSING(403, "The request does not prove that it comes from the session's own site"),
    CSRF_TOKEN_WRONG(403, "The CSRF token is not that of the session"),
    CLIENT_GENERATED_ID(403, "Client-generated ids are not supported"),
    NOT_FOUND(404, "Not found"),
    PAGE_NOT_FOUND(404, "The page is past the last one"),
    RELATED_NOT_FOUND(404, "A related resource does not exist"),
    METHOD_NOT_ALLOWED(405, "Method not allowed"),
    NOT_ACCEPTABLE(406, "No acceptable representation"),
    REQUEST_TIMEOUT(408, "The request arrived too slowly"),
    REQUEST_IN_PROGRESS(409, "The first request with this key is still in progress"),
    TYPE_CONFLICT(409, "The resource type does not match the URL or the relationship"),
    ID_CONFLICT(409, "The id differs from the one in the URL"),
    DUPLICATE(409, "The value is already in use"),
    ALREADY_REGISTERED(409, "The person already has a registration for the course"),
    STILL_REFERENCED(409, "Other resources refer to this one"),
    INVALID_TRANSITION(409, "This change of state is not allowed"),
    ENROLLMENT_REJECTED(409, "The enrollment was rejected"),
    ENROLLMENT_NOT_OPEN(409, "People cannot register for this yet"),
    ENROLLMENT_CLOSED(409, "People can no longer register for this"),
    COURSE_FULL(409, "The course is full"),
    DROP_CLOSED(409, "People can no longer drop this themselves"),
    POSITION_UNKNOWN(409, "The source of events has not reached this position"),
    EVENTS_REMOVED(410, "Events after this position are no longer kept"),
    PRECONDITION_FAILED(412, "The resource is not in the expected state"),
    BODY_TOO_LARGE(413, "The body is too large"),
    URI_TOO_LONG(414, "The URL is too long"),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
    MALFORMED_FILE(422, "The file cannot be imported"),
    UNKNOWN_COLUMN(422, "Unknown column"),
    IDEMPOTENCY_KEY_REUSED(422, "The key was used for a different request"),
    MISSING_ATTRIBUTE(422, "A required attribute is missing"),
    MISSING_RELATIONSHIP(422, "A required relationship is missing"),
    COURSE_TERM_REQUIRED(422, "A registration for this course needs a course term"),
    UNKNOWN_ATTRIBUTE(422, "Unknown attribute"),
    UNKNOWN_RELATIONSHIP(422, "Unknown relationship"),
    WRONG_TYPE(422, "The value has the wrong JSON type"),
    VALUE_TOO_LONG(422, "The value is too long"),
    INVALID_VALUE(422, "The value is not allowed"),
    TOO_MANY_FAILED_LOGINS(429, "Too many failed logins"),
    TOO_MANY_IMPORTS(429, "Too many imports"),
    TOO_MANY_EXPORTS(429, "Too many exports at once"),
    HEADERS_TOO_LARGE(431, "The headers are too large"),
    INTERNAL_ERROR(500, "Internal server error"),
    TOO_MANY_SESSIONS(503, "Too many sessions are open"),
    TOO_MANY_FOLLOWERS(503, "Too many clients follow events"),
    OVERLOADED(503, "Too many requests at once"),
    SERVICE_UNAVAILABLE(503, "Temporarily unavailable"),
    HTTP_VERSION_NOT_SUPPORTED(505, "HTTP version not supported");

    private final int status;
    private final String title;
    private final String type;

    ErrorCode(int status, String title) {
        this(status, title, "");
    }

    ErrorCode(int status, String title, String type) {
        this.status = status;
        this.title = title;
        this.type = type;
    }

    public int status() {
        return status;
    }

    /** The {@code title} of the error object: the same for every occurrence, as JSON:API asks. */
    public String title() {
        return title;
    }

    /** The number of seconds after which a client may send the same request again; empty when it should not. */
    public OptionalInt retryAfterSeconds() {
        return switch (this) {
            case REQUEST_IN_PROGRESS, OVERLOADED, SERVICE_UNAVAILABLE -> OptionalInt.of(1);
            case TOO_MANY_FOLLOWERS, TOO_MANY_IMPORTS -> OptionalInt.of(10);
            case TOO_MANY_EXPORTS -> OptionalInt.of(30);
            case TOO_MANY_SESSIONS -> OptionalInt.of(60);
            default -> OptionalInt.empty();
        };
    }

    /** Finds the constant for the {@code code} member of an error object. */
    public static Optional<ErrorCode> named(String code) {
        return Arrays.stream(values())
                .filter(candidate -> candidate.code().equals(code))
                .findFirst();
    }

    /** The URL by which a profile identifies this kind of error: the {@code type} link of JSON:API 1.1. */
    public Optional<String> type() {
        return Optional.of(type).filter(url -> !url.isEmpty());
    }

    /** The {@code code} of the error object, such as {@code value_too_long}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Creates an error of this kind at a place in the request; the detail includes the remedy. */
    public JsonApiError at(ErrorSource source, String detail) {
        return new JsonApiError(this, detail, source, Map.of(), Optional.empty());
    }

    /** Creates an error of this kind about the request as a whole. */
    public JsonApiError because(String detail) {
        return new JsonApiError(this, detail, null, Map.of(), Optional.empty());
    }
}
