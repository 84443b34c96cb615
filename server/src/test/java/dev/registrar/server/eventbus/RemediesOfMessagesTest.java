package dev.registrar.server.eventbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The error of a malformed message says how to correct it. */
@ExtendWith(ServiceExtension.class)
class RemediesOfMessagesTest {
    private static final String REGISTRATIONS = "registrar.registrations";
    private static final String ID = "00000000-0000-4000-8000-000000000000";

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
