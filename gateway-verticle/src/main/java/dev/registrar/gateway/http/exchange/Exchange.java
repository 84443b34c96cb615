package dev.registrar.gateway.http.exchange;

import static dev.registrar.resource.document.JsonApi.CURSOR_PAGINATION_PROFILE;

import dev.registrar.gateway.contract.Contract.ContractOperation;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.FileFormat;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.error.ErrorCode;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A request and its response on their way through the handlers: what each handler has found out for those after it. */
public final class Exchange {
    private static final String KEY = Exchange.class.getName();

    private String requestId = "";
    private Deadline deadline;
    private Optional<ContractOperation> operation = Optional.empty();
    private Optional<String> triedScheme = Optional.empty();
    private Optional<Authenticated> authenticated = Optional.empty();
    private Map<String, List<String>> query = Map.of();
    private String chosenType = JsonApi.MEDIA_TYPE;
    private String documentType = JsonApi.MEDIA_TYPE;
    private boolean asksForCursors;
    private Buffer body;
    private final MultiMap contentHeaders = HttpHeaders.headers();
    private boolean hasError;
    private Optional<ErrorCode> errorCode = Optional.empty();

    private Exchange() {}

    /**
     * An authenticated caller.
     *
     * @param until when the credentials expire; {@link Instant#MAX} if they do not
     * @param token the access token, if the caller has sent one: it may become invalid before it expires
     */
    public record Authenticated(Caller caller, Instant until, Optional<String> token) {
        public Authenticated(Caller caller, Instant until) {
            this(caller, until, Optional.empty());
        }

        /** The same credentials, for this time at the most. */
        public Authenticated atMost(Duration time) {
            var latest = Instant.now().plus(time);
            return until.isBefore(latest) ? this : new Authenticated(caller, latest, token);
        }

        /** The same caller, authenticated by this access token. */
        public Authenticated withToken(String accessToken) {
            return new Authenticated(caller, until, Optional.of(accessToken));
        }

        /** Whether the credentials have expired, without the allowance for clocks that differ. */
        public boolean hasExpired() {
            return !Instant.now().isBefore(until);
        }
    }

    public static Exchange of(RoutingContext context) {
        Exchange exchange = context.get(KEY);
        if (exchange == null) {
            exchange = new Exchange();
            context.put(KEY, exchange);
        }
        return exchange;
    }

    /**
     * A header whose value is a list; several lines mean the same as one line (RFC 9110, 5.3). Empty if the request
     * does not have it.
     */
    public static Optional<String> listHeader(HttpServerRequest request, CharSequence name) {
        return request.headers().contains(name)
                ? Optional.of(String.join(",", request.headers().getAll(name)))
                : Optional.empty();
    }

    public static boolean isHttp2(HttpServerRequest request) {
        return request.version() == HttpVersion.HTTP_2;
    }

    /** Whether a body may follow the head (RFC 9112, 6); over HTTP/2, only the end of the stream tells. */
    public static boolean mayHaveBody(HttpServerRequest request) {
        return isHttp2(request)
                || request.headers().contains(HttpHeaders.CONTENT_LENGTH)
                || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    /** The id of the request in its response, its errors and the log; blank until it has one. */
    public String requestId() {
        return requestId;
    }

    void setRequestId(String id) {
        requestId = id;
    }

    /** When the response is due. The time in which the client sends the body does not count. */
    public Deadline deadline() {
        return deadline;
    }

    public void setDeadline(Deadline due) {
        deadline = due;
    }

    void postponeDeadline(Duration time) {
        deadline = deadline.postponed(time);
    }

    /** The operation of the contract; empty at a URL that does not belong to a resource type. */
    public Optional<ContractOperation> operation() {
        return operation;
    }

    public void setOperation(ContractOperation found) {
        operation = Optional.of(found);
    }

    boolean takesDocument() {
        return operation.isPresent() && operation.get().action().takesDocument();
    }

    /** The name of the authentication scheme that the client has used; empty for a session or no credentials. */
    public Optional<String> triedScheme() {
        return triedScheme;
    }

    public void setTriedScheme(String name) {
        triedScheme = Optional.of(name);
    }

    public Authenticated authenticated() {
        return authenticated.orElseThrow();
    }

    public void setAuthenticated(Authenticated credentials) {
        authenticated = Optional.of(credentials);
    }

    public Caller caller() {
        return authenticated().caller();
    }

    /** The name of the caller; empty if the request is not authenticated. */
    public Optional<String> callerName() {
        return authenticated.map(credentials -> credentials.caller().name());
    }

    /** The decoded query parameters, each with all values that the client has sent. */
    public Map<String, List<String>> query() {
        return query;
    }

    void setQuery(Map<String, List<String>> parameters) {
        query = parameters;
    }

    /** Whether negotiation chose a media type that is not one of documents. */
    public boolean isChosen(String other) {
        return other.equals(chosenType);
    }

    /** The format of the file that negotiation chose; empty if it chose a document. */
    public Optional<FileFormat> format() {
        return FileFormat.ofMediaType(chosenType);
    }

    /** The media type of a document; JSON:API if negotiation did not take place, failed, or chose another type. */
    public String documentType() {
        return documentType;
    }

    /** Adds the applied profile to the media type of the response. */
    public void applyCursorPagination() {
        if (documentType.equals(JsonApi.MEDIA_TYPE)) {
            documentType = "%s;profile=\"%s\"".formatted(JsonApi.MEDIA_TYPE, CURSOR_PAGINATION_PROFILE);
        }
    }

    /** Whether the client asks for cursor pagination, as JSON:API 1.1 allows. */
    public boolean asksForCursors() {
        return asksForCursors;
    }

    void setNegotiated(String chosen, String ofDocuments, boolean cursors) {
        chosenType = chosen;
        documentType = ofDocuments;
        asksForCursors = cursors;
    }

    void setBody(Buffer complete) {
        body = complete;
    }

    /** Returns the complete body of the request and releases it; empty if there is none. */
    public Buffer takeBody() {
        var taken = Objects.requireNonNullElseGet(body, Buffer::buffer);
        body = null;
        return taken;
    }

    /**
     * The headers that belong to the content that will be sent next, such as its entity tag; can be changed. They are
     * added when it is sent, so that an error that is sent instead has none of them.
     */
    public MultiMap contentHeaders() {
        return contentHeaders;
    }

    boolean hasError() {
        return hasError;
    }

    /** Records that the response is an error, and forgets the headers of the content that will not be sent. */
    void setError(Optional<ErrorCode> code) {
        hasError = true;
        errorCode = code;
        contentHeaders.clear();
    }

    /** The code of the first error in the response; empty if there is none, or none that this version knows. */
    public Optional<ErrorCode> errorCode() {
        return errorCode;
    }
}
