package dev.registrar.server.eventbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.eventbus.RawMessage;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A message whose body or document is not JSON of the expected kind, or is too large, is rejected. */
@ExtendWith(ServiceExtension.class)
class MalformedBodiesTest {
    private static final String ID = "00000000-0000-4000-8000-000000000000";

    @Test
    void a_document_larger_than_http_allows_is_413(Service service) {
        var document = new JsonObject().put("data", "x".repeat(1_300_000));
        var body = new JsonObject()
                .put("caller", Callers.unbound("portal", "create"))
                .put("document", document);
        var errors = BusMessage.to(service, "registrar.courses", body)
                .withHeader("action", "create")
                .expectErrors(413);
        assertThat(errors).extracting(error -> error.path("code").asText()).containsExactly("body_too_large");
    }

    static Stream<Arguments> bodiesThatAreNotObjects() {
        return Stream.of(
                        "registrar.courses",
                        "registrar.courses.reserved",
                        "registrar.registrations",
                        "registrar.enrollment",
                        "registrar.events.course",
                        "registrar.events.registration")
                .flatMap(address -> Stream.of(
                                "text",
                                Buffer.buffer("[]"),
                                Buffer.buffer("{\"caller\":"),
                                Buffer.buffer(),
                                new JsonArray().add(1),
                                new byte[] {1, 2},
                                7,
                                true,
                                null)
                        .map(body -> arguments(address, body)));
    }

    @ParameterizedTest
    @MethodSource("bodiesThatAreNotObjects")
    void every_address_rejects_a_body_that_is_not_a_json_object(String address, Object body, Service service) {
        assertThat(BusMessage.to(service, address, body)
                        .withHeader("action", "list")
                        .expectErrors(400))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"registrar.courses", "registrar.events.course", "registrar.enrollment"})
    void an_object_that_is_nested_too_deeply_is_rejected(String address, Service service) {
        var body = new JsonObject();
        for (var depth = 0; depth < 1_500; depth++) {
            body = new JsonObject().put("a", body);
        }
        assertThat(BusMessage.to(service, address, body)
                        .withHeader("action", "list")
                        .expectErrors(400))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"registration\": \"" + ID + "\"}", "{}"})
    void the_enrollment_worker_rejects_a_message_that_is_not_an_id(String body, Service service) {
        assertThat(BusMessage.to(service, "registrar.enrollment", new JsonObject(body))
                        .expectErrors(400))
                .hasSize(1);
    }

    private static RawMessage creation(Service service, String document, Object length) {
        var body = Buffer.buffer(
                "{\"caller\": {\"name\": \"portal\", \"scopes\": [\"create\"], \"unbound\": true}, \"request_id\": \"portal-3\", \"document\":%s}"
                        .formatted(document));
        return BusMessage.to(service, "registrar.courses", body)
                .withHeader("action", "create")
                .withHeader("document-length", length.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "two", "1000", "999999999999"})
    void a_document_length_outside_the_message_is_rejected(String length, Service service) {
        creation(service, "{}", length).expectErrorsAt(400, "header document-length");
    }

    @Test
    void a_syntax_error_is_located_by_the_line_within_the_document(Service service) {
        var document = "{\n\"data\": oops}";
        var errors = creation(service, document, document.length()).expectErrors(400);
        assertThat(errors).hasSize(1);
        assertThat(errors.get(0).path("detail").asText()).startsWith("Line 2, column ");
        assertThat(errors.get(0).path("id").asText()).isEqualTo("portal-3");
    }
}
