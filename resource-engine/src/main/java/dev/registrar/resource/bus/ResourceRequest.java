package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.platform.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * A request to a resource verticle.
 *
 * @param deadline when the reply is due
 * @param id the resource that the action applies to; empty for a collection
 * @param relationship the relationship that the action applies to; empty for other actions
 * @param preconditions the state of the resource that the request requires
 * @param preferences the client's preferences for the response
 * @param idempotencyKey makes a repeated request take effect once and get the reply of the first one
 * @param caller who sends the request
 * @param baseUrl the beginning of absolute links, without a trailing slash: {@code https://registrar.example.edu}
 * @param self the URL that the client requested, without its query, if it differs from that of the action, as a
 *     related URL does
 * @param requestId identifies this request in errors and in the log
 * @param query the query parameters, decoded, each with all values that the client sent
 * @param format the format of the file to export or import; empty for other actions
 * @param stream the address that offers the chunks of the file to import; empty for other actions
 * @param document the request document; empty when the request has none
 */
public record ResourceRequest(
        Action action,
        Deadline deadline,
        Optional<String> id,
        Optional<String> relationship,
        Preconditions preconditions,
        Preferences preferences,
        Optional<String> idempotencyKey,
        Caller caller,
        String baseUrl,
        Optional<String> self,
        String requestId,
        Map<String, List<String>> query,
        Optional<FileFormat> format,
        Optional<String> stream,
        Optional<RequestDocument> document) {
    private static final int MAX_BASE_URL = 2_048;
    private static final Pattern BASE_URL = Pattern.compile("https?://[\\w.~:\\[\\]-]+(/[\\w.~!$&'()*+,;=:@%/-]*)?");
    private static final Pattern REQUEST_ID = Pattern.compile("[\\w.:-]{1,128}");

    /** Creates a request with the values that every request has; the {@code with} methods add the rest. */
    public static ResourceRequest of(
            Action action, Caller caller, String baseUrl, Deadline deadline, String requestId) {
        return new ResourceRequest(
                action,
                deadline,
                Optional.empty(),
                Optional.empty(),
                Preconditions.NONE,
                Preferences.NONE,
                Optional.empty(),
                caller,
                baseUrl,
                Optional.empty(),
                requestId,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Whether absolute links can begin with a text: an http or https URL without a trailing slash. */
    public static boolean isBaseUrl(String text) {
        return text.length() <= MAX_BASE_URL && BASE_URL.matcher(text).matches() && !text.endsWith("/");
    }

    /** Whether a text can identify a request in errors and in the log. */
    public static boolean isRequestId(String text) {
        return REQUEST_ID.matcher(text).matches();
    }

    public Optional<JsonNode> tree() {
        return document.map(RequestDocument::tree);
    }

    /** The id in the request, or else the first one to which the document relates a new resource. */
    public Optional<String> firstId() {
        return id.or(() -> tree().flatMap(tree -> StreamSupport.stream(
                        tree.path("data").path("relationships").spliterator(), false)
                .map(relationship -> relationship.path("data").path("id").asText())
                .filter(other -> !other.isEmpty())
                .findFirst()));
    }

    /**
     * The same request with everything done to its document that may take long.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code malformed_json} or {@code body_too_large}
     */
    public ResourceRequest withParsedDocument() {
        var parsed = document.map(RequestDocument::parsed);
        return with(
                deadline,
                id,
                preferences,
                query,
                idempotencyKey.isPresent() ? parsed.map(RequestDocument::prepareCanonicalText) : parsed);
    }

    /** Creates a request to another verticle, for the same caller, for the resource at a related URL. */
    public ResourceRequest forRelated(String id, String relatedUrl) {
        return new ResourceRequest(
                Action.GET,
                deadline,
                Optional.of(id),
                Optional.empty(),
                preconditions,
                Preferences.NONE,
                Optional.empty(),
                caller,
                baseUrl,
                Optional.of(relatedUrl),
                requestId,
                query,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * Creates a request to another verticle for a page of a collection, to include its resources in the reply. The
     * caller needs no scope for that but the one of the request itself.
     */
    public ResourceRequest forCollection(Map<String, List<String>> otherQuery) {
        return of(Action.LIST, caller.reading(), baseUrl, deadline, requestId).withQuery(otherQuery);
    }

    /** Throws {@code forbidden} if the caller is bound to a person. */
    public void requireUnbound() {
        if (caller.isBound()) {
            throw FORBIDDEN
                    .because("You are not allowed to change this: you act for one person, and people can only read it.")
                    .asException();
        }
    }

    /** Throws {@code forbidden} if the caller lacks a scope. */
    public void requireScope(String scope) {
        if (!caller.scopes().contains(scope)) {
            throw FORBIDDEN
                    .at(
                            pointer(ResourceBus.CALLER, ResourceBus.CALLER_SCOPES),
                            "The action %s needs the scope %s.".formatted(action.headerValue(), scope))
                    .asException();
        }
    }

    /** The same request for an import of the file whose chunks are offered at this address. */
    public ResourceRequest ofFile(FileFormat given, String address, Deadline due) {
        return new ResourceRequest(
                action,
                due,
                id,
                relationship,
                preconditions,
                preferences,
                idempotencyKey,
                caller,
                baseUrl,
                self,
                requestId,
                query,
                Optional.of(given),
                Optional.of(address),
                document);
    }

    public ResourceRequest withId(String resource) {
        return with(deadline, Optional.of(resource), preferences, query, document);
    }

    public ResourceRequest withQuery(Map<String, List<String>> parameters) {
        return with(deadline, id, preferences, parameters, document);
    }

    public ResourceRequest withPreferences(Preferences preferred) {
        return with(deadline, id, preferred, query, document);
    }

    public ResourceRequest withDocument(RequestDocument given) {
        return with(deadline, id, preferences, query, Optional.of(given));
    }

    public ResourceRequest withIdempotencyKey(String key) {
        return new ResourceRequest(
                action,
                deadline,
                id,
                relationship,
                preconditions,
                preferences,
                Optional.of(key),
                caller,
                baseUrl,
                self,
                requestId,
                query,
                format,
                stream,
                document);
    }

    public ResourceRequest dueEarlier(Duration time) {
        return with(deadline.earlier(time), id, preferences, query, document);
    }

    private ResourceRequest with(
            Deadline newDeadline,
            Optional<String> newId,
            Preferences newPreferences,
            Map<String, List<String>> newQuery,
            Optional<RequestDocument> newDocument) {
        return new ResourceRequest(
                action,
                newDeadline,
                newId,
                relationship,
                preconditions,
                newPreferences,
                idempotencyKey,
                caller,
                baseUrl,
                self,
                requestId,
                newQuery,
                format,
                stream,
                newDocument);
    }
}
