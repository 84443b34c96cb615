package dev.registrar.server.eventbus;

import static dev.registrar.server.testing.document.DocumentedJson.expectLike;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.stream.ChunkSource;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.eventbus.BusContract;
import dev.registrar.testing.eventbus.BusContract.Example;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.RawMessage;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sends the examples of the contract of the event bus unchanged and compares the replies with the documented ones. */
@ExtendWith(ServiceExtension.class)
class BusExamplesTest {
    private static final JsonMapper JSON = new JsonMapper();

    static Stream<Example> requests() {
        return Stream.of("resources", "replay")
                .flatMap(channel -> BusContract.messagesOf(channel).stream())
                .distinct()
                .flatMap(BusContract::examples);
    }

    /** The only example of a reply with the name of the request. */
    private static Example replyTo(Example request) {
        var replies = BusContract.messagesOf("replies").stream()
                .flatMap(BusContract::examples)
                .filter(reply -> reply.name().equals(request.name()))
                .toList();
        assertThat(replies).as("replies to " + request).hasSize(1);
        return replies.get(0);
    }

    @BeforeEach
    void create_the_resources_that_the_examples_name(Service service) throws SQLException {
        ExampleResources.create(service);
    }

    @AfterEach
    void remove_them(Service service) throws SQLException {
        ExampleResources.remove(service);
    }

    @Test
    void every_action_has_an_example() {
        assertThat(requests().map(request -> request.headers().path("action").asText()))
                .contains(Stream.of(Action.values()).map(Action::headerValue).toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void an_example_gets_the_documented_reply(Example request, Service service) throws IOException {
        var message = message(request, service);
        var expected = replyTo(request);
        if (expected.message().equals("errors")) {
            var errors = JSON.createArrayNode();
            errors.addAll(message.expectErrors(
                    expected.payload().at("/errors/0/status").asInt()));
            expectLike(expected.payload().path("errors"), errors, "errors");
            return;
        }
        var reply = message.reply();
        var headers = JSON.createObjectNode();
        reply.headers().forEach(headers::put);
        expectLike(expected.headers(), headers, "headers");
        if (expected.payload().isObject()) {
            expectLike(
                    expected.payload(),
                    JSON.readTree(reply.body().toString()),
                    "the reply \"%s\" in asyncapi.yaml: payload".formatted(expected.name()));
        }
    }

    private static RawMessage message(Example request, Service service) {
        var isReplay = request.message().equals("replay");
        var message = BusMessage.to(
                service,
                (isReplay ? "registrar.events." : "registrar.") + request.addressee(),
                request.payload().isObject() ? new JsonObject(request.payload().toString()) : null);
        request.headers()
                .properties()
                .forEach(header -> message.withHeader(
                        header.getKey(),
                        header.getKey().equals("stream")
                                ? addressOfFile(service)
                                : header.getValue().asText()));
        return message;
    }

    private static String addressOfFile(Service service) {
        var parts =
                List.of("course_identifier,course_name\n", "LOGI1001,Logic\n").iterator();
        return Await.success(ChunkSource.open(
                        service.vertx(),
                        () -> Future.succeededFuture(
                                parts.hasNext() ? Optional.of(Buffer.buffer(parts.next())) : Optional.empty()),
                        Duration.ofSeconds(30)))
                .address();
    }
}
