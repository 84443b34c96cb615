package dev.registrar.server.events.following;

import static dev.registrar.server.testing.document.DocumentedJson.expectLike;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.EventSubscriber;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Follows changes exactly as the event-bus contract describes it: with its messages, and with its verticle. */
@ExtendWith(ServiceExtension.class)
class DocumentedFollowingTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern SECTION = Pattern.compile("### Following changes without a gap\n.*", Pattern.DOTALL);
    private static final Pattern BLOCK = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);

    /** The position in the messages of the contract. */
    private static final String POSITION = "4711";

    /** The messages and the replies of the contract, in turn; this position stands for that of the examples. */
    private static List<String> messagesAndReplies(String position) throws IOException {
        var section = SECTION.matcher(Files.readString(Path.of("..", "docs", "event-bus.md")));
        assertThat(section.find()).isTrue();
        return BLOCK.matcher(section.group())
                .results()
                .map(found -> found.group(1).replace(POSITION, position))
                .toList();
    }

    private static JsonNode reply(Service service, String message) throws IOException {
        var example = new JsonObject(message);
        var sent = BusMessage.to(service, example.getString("address"), example.getJsonObject("body"));
        example.getJsonObject("headers", new JsonObject())
                .forEach(header ->
                        sent.withHeader(header.getKey(), header.getValue().toString()));
        return JSON.readTree(sent.reply().body().toString());
    }

    @Test
    void the_messages_of_the_contract_follow_all_changes_of_courses(Service service) throws IOException {
        try (var subscriber = new EventSubscriber(service)) {
            var last = List.of(service.newCourse(), service.newCourse()).get(1);
            assertThat(subscriber.await("courses/" + last, "dev.registrar.courses.created"))
                    .hasSize(1);

            var asked = reply(service, messagesAndReplies(POSITION).get(0));
            var position = asked.path("position").asText();
            var steps = messagesAndReplies(position);
            expectLike(JSON.readTree(steps.get(1)), asked, "the current position");
            expectLike(JSON.readTree(steps.get(3)), reply(service, steps.get(2)), "the resources");

            var created = service.newCourse();
            service.rename(created, "Ethics");
            var events = subscriber.await(
                    "courses/" + created, "dev.registrar.courses.created", "dev.registrar.courses.updated");
            Await.until(
                    "the last event can be read",
                    () -> eventsOf(service, steps.get(4)).size() == events.size());
            expectLike(
                    JSON.readTree(steps.get(5)).path("events"),
                    eventsOf(service, steps.get(4)),
                    "the events after the position");
        }
    }

    private static JsonNode eventsOf(Service service, String message) {
        try {
            return reply(service, message).path("events");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void the_verticle_to_which_the_contract_links_keeps_a_copy_of_all_courses(Service service) {
        var before = service.newCourse();
        var copy = new CourseDirectory();
        var deployment = Await.success(service.vertx().deployVerticle(copy));
        Await.until("it has read the courses", () -> copy.names().containsKey(before));
        var created = service.newCourse();
        service.rename(before, "Ethics");
        Await.until(
                "it has the changes",
                () -> "Logic".equals(copy.names().get(created))
                        && "Ethics".equals(copy.names().get(before)));
        service.admin().delete("/v1/courses/" + created).expectStatus(204);
        Await.until("it has the deletion", () -> !copy.names().containsKey(created));
        Await.success(service.vertx().undeploy(deployment));
    }
}
