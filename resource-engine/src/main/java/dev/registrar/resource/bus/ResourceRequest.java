package dev.registrar.resource.bus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.time.Deadline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One request to a resource verticle.
 *
 * @param deadline when the reply must be there
 * @param id the resource that the action concerns; empty for a collection
 * @param relationship the relationship that the action concerns; empty for all others
 * @param preconditions on what state of the resource the request depends
 * @param preferences how the client would like to be answered
 * @param idempotencyKey makes a request that is sent again have the effect and the answer of the first one
 * @param caller who asks
 * @param baseUrl what absolute links begin with, without a slash at its end: {@code https://registrar.example.edu}
 * @param self the URL, without its query, that the client asked where it is another than that of the action, as a
 *     related URL is
 * @param requestId names this request in errors and in the log
 * @param query the query parameters, decoded, each with all values that the client sent
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
        Optional<RequestDocument> document) {
    private static final int MAX_BASE_URL = 2_048;
    private static final Pattern BASE_URL = Pattern.compile("https?://[\\w.~:\\[\\]-]+(/[\\w.~!$&'()*+,;=:@%/-]*)?");
    private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    /** A request with what every request has; the {@code with} methods add the rest. */
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
                Optional.empty());
    }

    /** Whether absolute links can begin with a text: an http or https URL without a slash at its end. */
    public static boolean isBaseUrl(String text) {
        return text.length() <= MAX_BASE_URL && BASE_URL.matcher(text).matches() && !text.endsWith("/");
    }

    /** Whether a text can name a request in errors and in the log. */
    public static boolean isRequestId(String text) {
        return REQUEST_ID.matcher(text).matches();
    }

    /** The request document, as it is read; empty when the request has none. */
    public Optional<JsonNode> tree() {
        return document.map(RequestDocument::tree);
    }

    /** Asks another verticle, for the same caller, for the resource that a client addressed by this related URL. */
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
                Optional.empty());
    }

    /** Asks another verticle, for the same caller, for a page of a collection. */
    public ResourceRequest forCollection(Map<String, List<String>> otherQuery) {
        return of(Action.LIST, caller, baseUrl, deadline, requestId).withQuery(otherQuery);
    }

    public ResourceRequest withId(String resource) {
        return with(Optional.of(resource), query, document);
    }

    public ResourceRequest withQuery(Map<String, List<String>> parameters) {
        return with(id, parameters, document);
    }

    public ResourceRequest withDocument(RequestDocument given) {
        return with(id, query, Optional.of(given));
    }

    private ResourceRequest with(
            Optional<String> newId, Map<String, List<String>> newQuery, Optional<RequestDocument> newDocument) {
        return new ResourceRequest(
                action,
                deadline,
                newId,
                relationship,
                preconditions,
                preferences,
                idempotencyKey,
                caller,
                baseUrl,
                self,
                requestId,
                newQuery,
                newDocument);
    }
}
