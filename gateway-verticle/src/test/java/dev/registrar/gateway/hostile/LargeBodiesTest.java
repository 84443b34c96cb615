package dev.registrar.gateway.hostile;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.eventbus.BusMessage;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of the maximum size do not delay other requests, whatever they contain. */
@ExtendWith(ServiceExtension.class)
class LargeBodiesTest {
    private static final int UPLOADS = 30;

    /** The package that parses and writes JSON trees. */
    private static final String JSON_TREES = "com.fasterxml.jackson.databind";

    /** The classes that parse or write the documents of requests. */
    private static final Pattern BODIES = Pattern.compile("ForwardToVerticle|RequestMessage|RequestReader");

    /** The class that parses the errors documents of replies, which are small. */
    private static final String ERRORS = "FailureHandler";

    private static String withMeta(String meta) {
        return "{\"data\": {\"type\": \"courses\", \"meta\": {\"a\": %s}, \"attributes\": {}}}".formatted(meta);
    }

    private static String array(String element, int length) {
        return String.join(",", Collections.nCopies(length, element)).transform("[%s]"::formatted);
    }

    /** Returns an object with member names that no other object has. */
    private static String object(int members) {
        var prefix = unique("m");
        return IntStream.range(0, members)
                .mapToObj(n -> "\"%s-%s\":0".formatted(prefix, n))
                .collect(Collectors.joining(",", "{", "}"));
    }

    @Test
    void large_bodies_are_not_parsed_or_written_on_an_event_loop(Service service) {
        var bodies = List.of(
                withMeta(array("[]", 340_000)),
                withMeta(array("0", 90_000)),
                withMeta(object(40_000)),
                "{\"data\": {\"type\": \"courses\", \"attributes\": %s}}".formatted(object(40_000)),
                withMeta(array("\"" + "x".repeat(900) + "\"", 1_000)));
        var uploads = CompletableFuture.runAsync(() -> InParallel.forEach(
                IntStream.range(0, UPLOADS)
                        .mapToObj(n -> bodies.get(n % bodies.size()))
                        .toList(),
                body -> assertThat(service.admin().post("/v1/courses/", body).status())
                        .isIn(400, 413, 422, 503)));
        Set<String> busy = new LinkedHashSet<>();
        do {
            Thread.getAllStackTraces().entrySet().stream()
                    .filter(thread -> thread.getKey().getName().startsWith("vert.x-eventloop"))
                    .map(thread -> List.of(thread.getValue()).toString())
                    .filter(stack -> stack.contains(JSON_TREES) && !stack.contains(ERRORS))
                    .filter(stack -> BODIES.matcher(stack).find())
                    .forEach(busy::add);
        } while (!uploads.isDone());
        uploads.join();
        assertThat(busy).isEmpty();
    }

    @Test
    void a_document_with_too_many_values_is_413(Service service) {
        for (var meta : List.of(array("[]", 60_000), array("0", 120_000), object(51_000))) {
            var rejected = service.admin().post("/v1/courses/", withMeta(meta)).expectStatus(413);
            assertThat(rejected.expectError("body_too_large").text("/errors/0/detail"))
                    .contains("100000 names, values and brackets");
        }
    }

    @Test
    void an_idempotency_key_applies_to_a_large_document(Service service) {
        var client = service.admin().withHeader("Idempotency-Key", unique("large"));
        var identifier = unique("LARGE");
        var document = """
                {"data": {"type": "courses", "meta": {"b": 1, "a": %s},
                  "attributes": {"course_identifier": "%s", "course_name": "Logic"}}}""";
        var first = client.post("/v1/courses/", document.formatted(array("0", 20_000), identifier));
        first.expectStatus(201);
        assertThat(client.post("/v1/courses/", document.formatted(array("0", 20_000), identifier))
                        .expectStatus(201)
                        .id())
                .isEqualTo(first.id());
        client.post("/v1/courses/", document.formatted(array("0", 20_001), identifier))
                .expectStatus(422)
                .expectError("idempotency_key_reused");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_message_with_too_many_values_is_413(boolean isBuffer, Service service) {
        for (var values : List.of(99_000, 130_000)) {
            var body = new JsonObject("""
                    {"caller": {"name": "portal", "scopes": ["create"], "unbound": true}, "document": %s}""".formatted(withMeta(array("0", values))));
            var errors = BusMessage.to(service, "registrar.courses", isBuffer ? body.toBuffer() : body)
                    .withHeader("action", "create")
                    .expectErrors(values > 100_000 ? 413 : 422);
            assertThat(errors)
                    .extracting(error -> error.path("code").asText())
                    .contains(values > 100_000 ? "body_too_large" : "missing_attribute");
        }
    }
}
