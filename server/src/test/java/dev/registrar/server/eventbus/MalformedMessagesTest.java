package dev.registrar.server.eventbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.eventbus.RawMessage;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A message that violates the event-bus contract is rejected with an error for each mistake, which says how to correct it. */
@ExtendWith(ServiceExtension.class)
class MalformedMessagesTest {
    private static final String REGISTRATIONS = "registrar.registrations";
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
                                new JsonArray().add(1),
                                new byte[] {1, 2},
                                7,
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

    @Test
    void a_replay_request_with_an_unknown_version_is_rejected(Service service) {
        BusMessage.to(service, "registrar.events.course", new JsonObject())
                .withHeader("version", "3")
                .expectErrorsAt(400, "header version");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"after": "the last one"}         | pointer /after
            {"after": "-1"}                   | pointer /after
            {"after": "99999999999999999999"} | pointer /after
            {"after": 4711}                   | pointer /after
            {"after": null}                   | pointer /after
            {"limit": 0}                      | pointer /limit
            {"limit": 101}                    | pointer /limit
            {"limit": 1.5}                    | pointer /limit
            {"limit": 4294967297}             | pointer /limit
            {"limit": "many"}                 | pointer /limit
            {"limit": null}                   | pointer /limit
            {"after": "Latest"}               | pointer /after
            {"types": "courses"}              | pointer /types
            {"types": []}                     | pointer /types
            {"types": ["courses", 1]}         | pointer /types
            {"types": [""]}                   | pointer /types/0
            {"types": ["courses", "course"]}  | pointer /types/1
            {"types": ["*"], "after": "latest"} | pointer /types/0
            {"from": "1"}                     | pointer /from
            """)
    void the_error_of_a_malformed_replay_request_names_the_member(String request, String place, Service service) {
        BusMessage.to(service, "registrar.events.course", new JsonObject(request))
                .expectErrorsAt(400, place);
    }

    private static RawMessage replayOf(Service service, int types) {
        var request = new JsonObject().put("types", new JsonArray(Collections.nCopies(types, "courses")));
        return BusMessage.to(service, "registrar.events.course", request.put("limit", 1));
    }

    @Test
    void a_replay_of_more_types_than_http_allows_is_rejected(Service service) {
        assertThat(replayOf(service, 100).<JsonObject>reply().body().containsKey("events"))
                .isTrue();
        replayOf(service, 101).expectErrorsAt(400, "pointer /types");
    }

    private static JsonObject bodyOf(String scope) {
        return new JsonObject().put("caller", Callers.unbound("portal", scope));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            registrar.registrations | list   | {"caller": {"name": "portal", "scopes": ["read"], "unbound": true}, "qeury": {}} | did you mean query?
            registrar.registrations | list   | {"caller": {"name": "portal", "scope": ["read"], "unbound": true}}               | did you mean scopes?
            registrar.registrations | lsit   | {"caller": {"name": "portal", "scopes": ["read"], "unbound": true}}              | did you mean list?
            registrar.events.course | replay | {"aftr": "1"}                                                                    | did you mean after?
            """)
    void the_error_of_a_misspelled_name_suggests_the_right_one(
            String address, String action, String body, String suggestion, Service service) {
        assertThat(BusMessage.to(service, address, new JsonObject(body))
                        .withHeader("action", action)
                        .expectErrors(400))
                .extracting(error -> error.path("detail").asText())
                .anySatisfy(detail -> assertThat(detail).contains(suggestion));
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "update", "linkage-add"})
    void a_missing_document_is_named(String action, Service service) {
        var message = BusMessage.to(service, REGISTRATIONS, bodyOf("create")).withHeader("action", action);
        if (!action.equals("create")) {
            message.withHeader("id", ID);
        }
        if (action.equals("linkage-add")) {
            message.withHeader("relationship", "course");
        }
        message.expectErrorsAt(400, "pointer /document");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"text\"", "[]", "null"})
    void a_document_that_is_not_an_object_is_rejected_with_its_type(String document, Service service) {
        var body = bodyOf("create").put("document", Json.decodeValue(document));
        assertThat(BusMessage.to(service, REGISTRATIONS, body)
                        .withHeader("action", "create")
                        .expectErrors(400))
                .extracting(error -> error.path("detail").asText())
                .containsExactly("The document must be an object with a member \"data\" that is a resource object.");
    }
}
