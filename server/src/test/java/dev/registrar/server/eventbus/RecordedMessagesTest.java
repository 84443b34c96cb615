package dev.registrar.server.eventbus;

import static dev.registrar.server.testing.eventbus.RecordedContract.expectAtLeast;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.eventbus.RecordedContract;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.EventSubscriber;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The service accepts the recorded messages, and its replies and events have what senders and subscribers rely on. */
@ExtendWith(ServiceExtension.class)
class RecordedMessagesTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String MESSAGES = "messages";

    @BeforeEach
    void create_the_resources_that_the_messages_name(Service service) throws SQLException {
        ExampleResources.create(service);
    }

    @AfterEach
    void remove_them(Service service) throws SQLException {
        ExampleResources.remove(service);
    }

    static Stream<String> recorded() {
        return RecordedContract.files(MESSAGES);
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void a_recorded_message_is_accepted_and_what_follows_lacks_nothing(String file, Service service)
            throws IOException {
        var recorded = RecordedContract.read(MESSAGES, file);
        var body = recorded.path("body");
        var message = BusMessage.to(
                service, recorded.path("address").asText(), body.isNull() ? null : new JsonObject(body.toString()));
        recorded.path("headers")
                .properties()
                .forEach(header ->
                        message.withHeader(header.getKey(), header.getValue().asText()));
        try (var subscriber = new EventSubscriber(service)) {
            var reply = message.reply();
            var headers = JSON.createObjectNode();
            reply.headers().forEach(headers::put);
            expectAtLeast(recorded.at("/reply/headers"), headers, "headers");
            if (recorded.at("/reply/body").isObject()) {
                expectAtLeast(
                        recorded.at("/reply/body"), JSON.readTree(reply.body().toString()), "body");
            } else {
                assertThat(reply.body())
                        .satisfiesAnyOf(
                                empty -> assertThat(empty).isNull(),
                                empty -> assertThat(empty.toString()).isEmpty());
            }
            recorded.path("events").forEach(event -> RecordedContract.awaitEvent(subscriber, event));
        }
    }
}
