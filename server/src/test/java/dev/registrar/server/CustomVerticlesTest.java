package dev.registrar.server;

import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.operations.StartFailure;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.development.DevelopmentLauncher;
import dev.registrar.server.node.verticles.CustomVerticles;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.server.testing.source.CompiledSources;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verticles that the configuration names and whose jar is in a folder. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
@ExtendWith(ServiceExtension.class)
class CustomVerticlesTest {
    /** Opens a course, registers its lecturer, and gives all other people as many seats as its configuration says. */
    private static final String SEMINAR = """
            package org.example.seminar;

            import io.vertx.core.*;
            import io.vertx.core.buffer.Buffer;
            import io.vertx.core.eventbus.DeliveryOptions;
            import io.vertx.core.eventbus.Message;
            import io.vertx.core.json.JsonObject;

            public class Seminar extends AbstractVerticle {
              private static final JsonObject CALLER = new JsonObject(
                  "{ \\"name\\": \\"seminar\\", \\"scopes\\": [\\"read\\", \\"create\\"], \\"unbound\\": true }");
              private int seats;

              @Override
              public void start(Promise<Void> started) {
                seats = config().getInteger("seats");
                vertx.eventBus().<JsonObject>consumer("registrar.enrollment.decide", this::decide);
                create("courses", new JsonObject()
                        .put("attributes", config().getJsonObject("course")))
                    .compose(course -> create("registrations", new JsonObject()
                        .put("attributes", new JsonObject()
                            .put("uni", config().getString("lecturer")).put("enrollment", "requested"))
                        .put("relationships", new JsonObject()
                            .put("courses", new JsonObject()
                                .put("data", new JsonObject().put("type", "courses").put("id", course))))))
                    .<Void>mapEmpty()
                    .onComplete(started);
              }

              private Future<String> create(String type, JsonObject resource) {
                var document = new JsonObject().put("data", resource.put("type", type));
                return vertx.eventBus()
                    .<Buffer>request(
                        "registrar." + type,
                        new JsonObject().put("caller", CALLER).put("document", document),
                        new DeliveryOptions().addHeader("action", "create").addHeader("prefer", "respond-async"))
                    .map(reply -> reply.body().toJsonObject().getJsonObject("data").getString("id"));
              }

              private void decide(Message<JsonObject> question) {
                nameOf(question.body().getString("course")).onSuccess(name -> question.reply(
                    question.body().getString("uni").equals(config().getString("lecturer")) || seats-- > 0
                        ? new JsonObject().put("decision", "confirm")
                        : new JsonObject().put("decision", "reject").put("reason", name + " is full.")));
              }

              private Future<String> nameOf(String course) {
                return vertx.eventBus()
                    .<Buffer>request(
                        "registrar.courses",
                        new JsonObject().put("caller", CALLER),
                        new DeliveryOptions().addHeader("action", "get").addHeader("id", course))
                    .map(reply -> reply.body().toJsonObject().getJsonObject("data")
                        .getJsonObject("attributes").getString("course_name"));
              }

              @Override
              public void stop(Promise<Void> stopped) {
                vertx.eventBus()
                    .<Buffer>request(
                        "registrar.courses",
                        new JsonObject().put("caller", CALLER),
                        new DeliveryOptions().addHeader("action", "list"))
                    .onSuccess(reply -> System.out.println("The seminar was served to its end."))
                    .<Void>mapEmpty()
                    .onComplete(stopped);
              }
            }
            """;

    private static final String BROKEN = """
            package org.example.seminar;

            public class Broken extends io.vertx.core.AbstractVerticle {
              @Override
              public void start() {
                throw new IllegalStateException("The seminar has no room.");
              }
            }
            """;

    private static final String ENDLESS = """
            package org.example.seminar;

            public class Endless extends io.vertx.core.AbstractVerticle {
              @Override
              public void start(io.vertx.core.Promise<Void> started) {
                System.out.println("This start never completes.");
              }
            }
            """;

    /** Deploys a verticle that logs its name. */
    private static final String ECHOES = """
            package org.example.seminar;

            import io.vertx.core.*;
            import java.util.concurrent.Callable;

            public class Echoes implements io.vertx.core.spi.VerticleFactory {
              @Override
              public String prefix() {
                return "echo";
              }

              @Override
              public void createVerticle(String name, ClassLoader loader, Promise<Callable<Verticle>> created) {
                created.complete(() -> new AbstractVerticle() {
                  @Override
                  public void start() {
                    System.out.println("Deployed by a factory: " + name + " " + config().getString("text"));
                  }
                });
              }
            }
            """;

    @TempDir
    private static Path jars;

    @TempDir
    private Path configuration;

    @BeforeEach
    void users() throws IOException {
        CheckRun.writeUsers(configuration);
    }

    @BeforeAll
    static void a_jar(@TempDir Path scratch) throws IOException {
        CompiledSources.compile(scratch, System.getProperty("java.class.path"), SEMINAR, BROKEN, ENDLESS, ECHOES)
                .with("META-INF/services/io.vertx.core.spi.VerticleFactory", "org.example.seminar.Echoes")
                .pack(jars.resolve("seminar.jar"));
    }

    private ServiceProcess launch(Service shared, String yaml) throws IOException {
        Files.writeString(configuration.resolve("registrar.yaml"), yaml);
        return ServiceProcess.launch(
                Launcher.class,
                Map.of("REGISTRAR_DATABASE_URI", emptyDatabase(shared)),
                "--conf",
                configuration.toString(),
                "--verticles",
                jars.toString());
    }

    private static String emptyDatabase(Service shared) {
        try {
            return Sql.newDatabase(shared.databaseUri());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_verticle_in_a_jar_decides_reads_and_registers_on_the_bus_until_it_is_undeployed_before_the_others(
            Service shared) throws IOException {
        var node = launch(shared, """
                enrollment:
                  decider: bus
                  sync-window: 2 s
                verticles:
                  deploy:
                    - name: org.example.seminar.Seminar
                      config:
                        seats: 1
                        lecturer: lect4711
                        course: { course_identifier: SEMI1001, course_name: Seminar on Frege }
                """);
        node.awaitReady();
        var admin = Client.of(node.url()).withCredentials("admin", "a better one");
        var course =
                admin.get("/v1/courses/?filter[course_identifier]=SEMI1001").text("/data/0/id");
        admin.get("/v1/registrations/?filter[uni]=lect4711").expect("/data/0/relationships/courses/data/id", course);
        admin.post("/v1/registrations/", registration("first17", course)).expectStatus(201);
        var rejected = admin.post("/v1/registrations/", registration("second18", course))
                .expectStatus(409);
        assertThat(rejected.text("/errors/0/detail")).contains("Seminar on Frege is full.");
        node.end("TERM");
        assertThat(node.output()).contains("The seminar was served to its end.");
    }

    @Test
    void the_development_command_deploys_verticles_too_by_any_factory_in_the_folder_and_uses_a_given_database(
            Service shared, @TempDir Path data) {
        Map<String, String> environment = new HashMap<>();
        environment.put("REGISTRAR_DATABASE_URI", emptyDatabase(shared));
        environment.put("REGISTRAR_DEVELOPMENT_DATA_DIRECTORY", data.toString());
        environment.put("REGISTRAR_VERTICLES_FOLDER", jars.toString());
        environment.put("REGISTRAR_VERTICLES_DEPLOY", "[{ name: 'echo:hills', instances: 2, config: { text: yes! } }]");
        var node = ServiceProcess.launch(DevelopmentLauncher.class, environment);
        node.awaitLogged(Pattern.compile("API +http"));
        assertThat(node.output().lines().filter("Deployed by a factory: echo:hills yes!"::equals))
                .hasSize(2);
        assertThat(data).isEmptyDirectory();
        node.end("TERM");
    }

    @Test
    void a_verticle_that_does_not_start_stops_the_start_with_its_reason(Service shared) throws IOException {
        var node = launch(shared, "verticles: { deploy: [{ name: org.example.seminar.Broken }] }");
        assertThat(node.expectFailedStart(StartFailure.VERTICLE))
                .startsWith("verticles.deploy: org.example.seminar.Broken does not start: ")
                .contains("The seminar has no room.");
        assertThat(node.output()).doesNotContain("Registrar is ready");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            org.example.seminar.Semniar | verticles.deploy: .*org.example.seminar.Semniar.*{folder}.*
            org.example.seminar.Endless | verticles.deploy: org.example.seminar.Endless does not start: .*700 ms.*verticles.start-timeout.*
            """)
    void a_verticle_that_is_in_no_jar_or_never_completes_its_start_is_reported_by_name(String name, String reason) {
        var settings = Map.of(
                "REGISTRAR_VERTICLES_DEPLOY", "[{ name: %s }]".formatted(name),
                "REGISTRAR_VERTICLES_FOLDER", jars.toString(),
                "REGISTRAR_VERTICLES_START_TIMEOUT", "700 ms");
        var vertx = Vertx.vertx();
        var verticles = new CustomVerticles(
                vertx, Configuration.load(settings, new Properties()).values());
        assertThat(verticles.deploy().toCompletionStage().toCompletableFuture())
                .failsWithin(1, TimeUnit.MINUTES)
                .withThrowableThat()
                .havingCause()
                .withMessageMatching("(?s)" + reason.replace("{folder}", jars.toString()));
        Await.success(vertx.close());
    }
}
