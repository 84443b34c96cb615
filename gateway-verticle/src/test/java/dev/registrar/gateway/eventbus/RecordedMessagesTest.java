package dev.registrar.gateway.eventbus;

import static dev.registrar.gateway.testing.document.DocumentedJson.expectLike;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.eventbus.BusMessage;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Messages that verticles of others may send since version 1 of the contract, with what they rely on in the replies. They
 * are never changed: a message that is no longer accepted, or a reply that lacks something, breaks the promise of the contract.
 */
@ExtendWith(ServiceExtension.class)
class RecordedMessagesTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path RECORDED = Path.of("src", "test", "resources", "eventbus", "recorded-v1");
    private static final String ANYTHING_MORE = "…";

    @BeforeEach
    void create_the_resources_that_the_messages_name(Service service) throws SQLException {
        ExampleResources.create(service);
    }

    @AfterEach
    void remove_them(Service service) throws SQLException {
        ExampleResources.remove(service);
    }

    static Stream<String> recorded() throws IOException {
        try (var files = Files.list(RECORDED)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void a_recorded_message_is_accepted_and_its_reply_lacks_nothing(String file, Service service) throws IOException {
        var recorded = JSON.readTree(RECORDED.resolve(file).toFile());
        var body = recorded.path("body");
        var message = BusMessage.to(
                service, recorded.path("address").asText(), body.isNull() ? null : new JsonObject(body.toString()));
        recorded.path("headers")
                .properties()
                .forEach(header ->
                        message.withHeader(header.getKey(), header.getValue().asText()));
        var reply = message.reply();
        var headers = JSON.createObjectNode();
        reply.headers().forEach(headers::put);
        expectLike(atLeast(recorded.at("/reply/headers")), headers, "headers");
        if (recorded.at("/reply/body").isObject()) {
            expectLike(
                    atLeast(recorded.at("/reply/body")),
                    JSON.readTree(reply.body().toString()),
                    "body");
        } else {
            assertThat(reply.body())
                    .satisfiesAnyOf(
                            empty -> assertThat(empty).isNull(),
                            empty -> assertThat(empty.toString()).isEmpty());
        }
    }

    /** What is recorded, where every object may have other members, too. */
    private static JsonNode atLeast(JsonNode recorded) {
        if (recorded instanceof ObjectNode object) {
            object.put(ANYTHING_MORE, ANYTHING_MORE);
        }
        recorded.forEach(RecordedMessagesTest::atLeast);
        return recorded;
    }
}
