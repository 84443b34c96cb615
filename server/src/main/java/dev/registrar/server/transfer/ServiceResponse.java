package dev.registrar.server.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.json.Json;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A response.
 *
 * @param body a document; nothing if it was a stream of rows
 */
record ServiceResponse(int status, MultiMap headers, Buffer body) {

    /** The document; a proxy's response may have none. */
    JsonNode document() {
        try {
            return Json.read(body);
        } catch (JsonApiException notJson) {
            return MissingNode.getInstance();
        }
    }

    Optional<Duration> retryAfter() {
        return Optional.ofNullable(headers.get("Retry-After"))
                .filter(value -> value.matches("\\d{1,5}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)));
    }

    /** Returns a line for each error. */
    String errors() {
        var sentences = StreamSupport.stream(document().path("errors").spliterator(), false)
                .map(ServiceResponse::sentence)
                .collect(Collectors.joining(System.lineSeparator()));
        return sentences.isEmpty() ? "The response has the status %s%s.".formatted(status, redirection()) : sentences;
    }

    /** Title, detail and place. */
    private static String sentence(JsonNode error) {
        var place = error.path("source").properties().stream()
                .map(source ->
                        " (%s %s)".formatted(source.getKey(), source.getValue().asText()))
                .collect(Collectors.joining());
        return "%s: %s%s"
                .formatted(error.path("title").asText(), error.path("detail").asText(), place);
    }

    private String redirection() {
        return Optional.ofNullable(headers.get("Location"))
                .map(" and leads to "::concat)
                .orElse("");
    }
}
