package dev.registrar.gateway.eventbus;

import static dev.registrar.gateway.testing.document.DocumentedJson.expectLike;
import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.eventbus.BusMessage;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sends the examples of the event-bus contract unchanged and compares the replies with the documented ones. */
@ExtendWith(ServiceExtension.class)
class BusExamplesTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path CONTRACT = Path.of("..", "resource-engine", "README.md");
    private static final Pattern SECTION =
            Pattern.compile("### An example of each action\n(.*?)\n### ", Pattern.DOTALL);
    private static final Pattern EXAMPLE = Pattern.compile("```json\n(.*?)\n```\n```json\n(.*?)\n```", Pattern.DOTALL);

    private static final String LOGIC = "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2";
    private static final String LOGIC_OF_2025 = "7d3f0a52-9f05-4b59-8a3a-0f9e4e9f5a11";
    private static final String ETHICS = "2a44a1c6-5b11-4d0a-9d5e-3f1f8f0c7b21";
    private static final String UNASSIGNED_TERM = "b1a7c9de-6f2e-4c57-8d0e-6a4f5f2e9c33";

    /** A message and its reply, as documented in the contract. */
    record Example(JsonNode message, JsonNode reply) {
        @Override
        public String toString() {
            return message.path("headers").toString();
        }
    }

    static List<Example> examples() throws IOException {
        var section = SECTION.matcher(Files.readString(CONTRACT));
        assertThat(section.find()).isTrue();
        var found = EXAMPLE.matcher(section.group(1));
        List<Example> examples = new ArrayList<>();
        while (found.find()) {
            examples.add(new Example(JSON.readTree(found.group(1)), JSON.readTree(found.group(2))));
        }
        return examples;
    }

    @BeforeEach
    void the_resources_that_the_examples_name(Service service) throws SQLException {
        var admin = service.admin();
        give(
                service,
                "courses",
                LOGIC,
                admin.post("/v1/courses/", course("LOGI1001", "Logic")).id());
        give(
                service,
                "courses",
                ETHICS,
                admin.post("/v1/courses/", course("LOGI1002", "Ethics")).id());
        give(
                service,
                "course_terms",
                LOGIC_OF_2025,
                admin.post("/v1/course_terms/", term("20253LOGI1001", LOGIC)).id());
        give(
                service,
                "course_terms",
                UNASSIGNED_TERM,
                admin.post("/v1/course_terms/", """
                                {"data": {"type": "course_terms", "attributes": {"term_identifier": "20253LOGI1002"}}}""").id());
    }

    /** Changes the id that the service assigned to the one in the examples. */
    private static void give(Service service, String table, String id, String assigned) throws SQLException {
        execute(service, "UPDATE course.%s SET id = '%s' WHERE id = '%s'".formatted(table, id, assigned));
    }

    @AfterEach
    void remove_the_resources(Service service) throws SQLException {
        execute(service, "DELETE FROM course.course_terms WHERE term_identifier LIKE '%LOGI100_'");
        execute(service, "DELETE FROM course.courses WHERE course_identifier LIKE 'LOGI100_'");
    }

    private static void execute(Service service, String sql) throws SQLException {
        try (var session = service.databaseSession();
                var statement = session.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void every_action_has_an_example() throws IOException {
        assertThat(examples())
                .extracting(example -> example.message().at("/headers/action").asText())
                .contains(
                        "list",
                        "get",
                        "create",
                        "update",
                        "replace",
                        "delete",
                        "related",
                        "linkage",
                        "linkage-replace",
                        "linkage-add",
                        "linkage-remove");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_gets_the_documented_reply(Example example, Service service) throws IOException {
        var sent = BusMessage.to(
                service,
                example.message().path("address").asText(),
                new JsonObject(example.message().path("body").toString()));
        example.message()
                .path("headers")
                .properties()
                .forEach(header ->
                        sent.withHeader(header.getKey(), header.getValue().asText()));
        var expected = example.reply();
        if (expected.has("failure")) {
            var document = JSON.createObjectNode();
            document.putArray("errors")
                    .addAll(sent.expectErrors(expected.path("failure").asInt()));
            expectLike(expected.path("message").path("errors"), document.path("errors"), "errors");
        } else {
            var reply = sent.<Buffer>reply();
            var headers = JSON.createObjectNode();
            reply.headers().forEach(headers::put);
            expectLike(expected.path("headers"), headers, "headers");
            expectLike(expected.path("body"), JSON.readTree(reply.body().getBytes()), "body");
        }
    }
}
