package dev.registrar.server;

import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.server.webhooks.Receiver;
import dev.registrar.server.webhooks.Receiver.Reaction;
import dev.registrar.server.webhooks.WebhookSection;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The command {@code webhooks}, and the metrics of webhooks. */
class WebhooksReportTest {
    @AutoClose
    private static Receiver library;

    @AutoClose
    private static Receiver portal;

    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_with_two_endpoints() throws Exception {
        library = Receiver.start();
        portal = Receiver.start();
        service = Service.start(WebhookSection.sections(
                        WebhookSection.endpoint("library", library), WebhookSection.endpoint("portal", portal))
                .put("operations", new JsonObject().put("metrics", true)));
    }

    private static String run() {
        return run(Optional.empty());
    }

    private static String run(Optional<String> resumed) {
        var output = new ByteArrayOutputStream();
        var configuration =
                Configuration.load(Map.of("REGISTRAR_DATABASE_URI", service.databaseUri()), new Properties());
        var report = new WebhooksReport(resumed, new PrintStream(output, true, StandardCharsets.UTF_8));
        var command = new DatabaseRun(configuration, report);
        try {
            command.start();
        } finally {
            command.stop();
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    private static String newCourse() {
        return "courses/" + service.newCourse();
    }

    private static void awaitState(String line) {
        Await.until(line, () -> run().lines().anyMatch(printed -> printed.matches(line)));
    }

    /** As after many attempts, the last of which got {@code Retry-After}. */
    private static void postponeAttempts() throws SQLException {
        Sql.execute(
                service.databaseUri(),
                "UPDATE course.webhook_deliveries SET due_at = due_at + interval '3 h'",
                "UPDATE course.webhook_endpoints SET paused_until = now() + interval '2 h'");
    }

    @Test
    void the_command_prints_the_state_of_each_endpoint_and_starts_a_stopped_one_again() throws SQLException {
        library.reacting(event -> Reaction.of(410));
        portal.reacting(event -> Reaction.of(500));
        var course = newCourse();
        awaitState(
                "library +course +stopped +1 +0 .* no more deliveries \\(410\\) since 20.*Z; .* webhooks --resume library.*");
        awaitState("portal +course +failing +1 +0 .* since 20.*Z, attempts: \\d+: status 500");
        awaitState("portal +registration +delivering +0 +0 +never");
        Await.until("the metric", () -> metric("registrar_webhook_stopped", "library") == 1);
        Await.until("it is counted", () -> metric("registrar_webhook_waiting", "portal") == 1);
        Await.until("its age is shown", () -> metric("registrar_webhook_failing_seconds", "portal") >= 1);

        postponeAttempts();
        library.reacting(event -> Reaction.OK);
        portal.reacting(event -> Reaction.OK);
        assertThat(run(Optional.of("library")))
                .startsWith("Deliveries to library continue within some seconds.")
                .doesNotContain("stopped", "127.0.0.1", "whsec");
        Await.until("the event", () -> library.accepted(course).size() == 1);
        awaitState("library +course +delivering +0 +0 +20.*Z");
        Await.until("the metrics", () -> metric("registrar_webhook_stopped", "library") == 0);
        Await.until(
                "the attempts",
                () -> metric("registrar_webhook_attempts_total", "library", "outcome=\"delivered\"") >= 1);
        assertThat(metric("registrar_webhook_attempts_total", "portal", "outcome=\"failed\""))
                .isPositive();
    }

    @Test
    void every_metric_of_an_endpoint_exists_before_there_are_events() {
        assertThat(service.operations().get("/metrics").body().lines())
                .filteredOn(line -> line.contains("endpoint=\"portal\"") && line.contains("source=\"registration\""))
                .extracting(line -> line.replaceAll("[{,](endpoint|source)=\"[a-z]+\"", ""))
                .containsExactlyInAnyOrder(
                        "registrar_webhook_attempts_total,outcome=\"delivered\"} 0.0",
                        "registrar_webhook_attempts_total,outcome=\"failed\"} 0.0",
                        "registrar_webhook_attempts_total,outcome=\"given_up\"} 0.0",
                        "registrar_webhook_waiting} 0.0",
                        "registrar_webhook_failing_seconds} 0.0",
                        "registrar_webhook_stopped} 0.0");
    }

    @Test
    void an_endpoint_that_does_not_exist_cannot_be_started_again() {
        assertThatThrownBy(() -> run(Optional.of("museum")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no endpoint \"museum\"; the endpoints are: library, portal");
    }

    private static double metric(String name, String endpoint, String... labels) {
        var all =
                Stream.concat(Stream.of("endpoint=\"%s\"".formatted(endpoint), "source=\"course\""), Stream.of(labels));
        return Exposition.of(service.operations()).value(name, all.toArray(String[]::new));
    }
}
