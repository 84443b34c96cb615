package dev.registrar.server.joining;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.cluster.RegistrarCluster;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.server.testing.source.CompiledSources;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verticles in a JVM of their own, exactly as the page about your own verticles shows them. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
class JoiningJvmTest {
    private static final LocalCluster CLUSTER = new LocalCluster();

    private static TestDatabase database;
    private static Vertx node;
    private static Client admin;

    private static Path classes;

    @BeforeAll
    static void the_shown_classes(@TempDir Path folder) throws IOException {
        classes = CompiledSources.compile(
                        folder,
                        System.getProperty("java.class.path"),
                        JoiningPage.classes().toArray(String[]::new))
                .classes();
    }

    @BeforeAll
    static void a_node_of_a_cluster() throws IOException {
        database = ServiceDatabase.start();
        node = CLUSTER.start();
        var configuration = Service.configuration(database.uri());
        configuration.getJsonObject("enrollment").put("decider", "bus");
        var port = Await.success(new Deployment(node, configuration).start());
        admin = Client.of("http://127.0.0.1:" + port).withCredentials("admin", "admin");
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
        database.close();
    }

    /** Starts the program that the page shows with one of its verticles. */
    private static ServiceProcess startShown(String verticle, JsonObject config) throws IOException {
        var settings = Map.of("CLUSTER", CLUSTER.applicationSettings().encode());
        return ServiceProcess.launch(classes, JoiningPage.mainClass(), settings, verticle, config.encode());
    }

    @Test
    void the_program_on_the_page_says_what_is_wrong_and_ends() throws IOException {
        var program = startShown("org.example.Prerequisitess", new JsonObject());
        assertThat(program.awaitEnd()).as(program.output()).isEqualTo(1);
        assertThat(program.output()).contains("org.example.Prerequisitess");
    }

    @ParameterizedTest
    @CsvSource({
        "secrt, anything, There is no key cluster.secrt",
        "members, 127.0.0.1:1, no other node is running at 127.0.0.1:1 (cluster.members)",
        "host, 192.0.2.7, Cannot listen on 192.0.2.7:"
    })
    void an_application_that_cannot_join_learns_why(String key, String value, String reason) {
        var settings = CLUSTER.applicationSettings().put(key, value);
        var joined = RegistrarCluster.join(settings, new VertxOptions());
        Await.until("it does not join", joined::failed);
        assertThat(joined.cause()).hasMessageContaining(reason);
    }

    private static String newCourse() {
        return admin.post("/v1/courses/", course(unique("JOIN"), "Modal Logic"))
                .expectStatus(201)
                .id();
    }

    @Test
    void the_decider_on_the_page_confirms_who_has_a_seat_in_the_prerequisite() throws IOException {
        var prerequisite = newCourse();
        var course = newCourse();
        var program = startShown("org.example.Prerequisites", new JsonObject().put(course, prerequisite));
        var person = unique("uni");
        var early = register(person, course);
        Await.until("it is rejected", () -> admin.get(early).body().contains("A prerequisite is missing."));
        awaitConfirmed(register(person, prerequisite));
        program.end("KILL");

        admin.delete(early).expectStatus(204);
        var late = register(person, course);
        var again = startShown("org.example.Prerequisites", new JsonObject().put(course, prerequisite));
        awaitConfirmed(late);
        again.end("TERM");
        assertThat(again.awaitEnd()).as(again.output()).isEqualTo(JoiningPage.ENDED_BY_SIGTERM);
        Await.until("it has left the cluster", () -> LocalCluster.sizeSeenBy(node) == 1);
        assertThat(again.output()).doesNotContain("PartitionStateOperation", "Members {");
    }

    @Test
    void the_log_warns_when_several_consumers_decide() {
        try (var log = RecordedLog.start(this)) {
            var other = CLUSTER.start();
            var deciders = Stream.of(node, other)
                    .map(each -> each.eventBus().consumer("registrar.enrollment.decide"))
                    .toList();
            deciders.forEach(decider -> decider.handler(question -> {}));
            Await.until(
                    "the log warns",
                    () -> !log.warnings("2 consumers at registrar.enrollment.decide")
                            .isEmpty());
            deciders.forEach(decider -> Await.success(decider.unregister()));
            CLUSTER.stop(other);
        }
    }

    private static String register(String uni, String course) {
        var accepted = admin.withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(uni, course))
                .expectStatus(202);
        return "/v1/registrations/%s/".formatted(accepted.id());
    }

    private static void awaitConfirmed(String registration) {
        Await.until("it is confirmed", () -> enrollment(registration).equals("confirmed"));
    }

    private static String enrollment(String registration) {
        return admin.get(registration).text("/data/attributes/enrollment");
    }
}
