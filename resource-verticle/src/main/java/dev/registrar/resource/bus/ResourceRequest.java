package dev.registrar.resource.bus;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One request to a resource verticle.
 *
 * @param id the resource that the action concerns; empty for a collection
 * @param relationship the relationship that the action concerns; empty for all others
 * @param baseUrl what absolute links begin with, without a slash at its end: {@code https://registrar.example.edu}
 * @param requestId names this request in errors and in the log
 * @param query the query parameters, decoded, each with all values that the client sent
 * @param document the request document; empty when the request has none
 */
public record ResourceRequest(
        Action action,
        Optional<String> id,
        Optional<String> relationship,
        Caller caller,
        String baseUrl,
        String requestId,
        Map<String, List<String>> query,
        Optional<JsonNode> document) {}
