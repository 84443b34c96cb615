package dev.registrar.gateway.documentation.examples;

import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.registration;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.connection.BridgeClients;
import dev.registrar.gateway.testing.document.CodeBlock;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the page about the bridge, with the configuration that it shows, as they are printed. */
class BridgeExamplesTest {
    private static final String PAGE = "gateway-verticle/documentation/bridge.md";
    private static final String TOKEN = "the token of the page";

    @TempDir
    private static Path folder;

    private static Service service;

    @BeforeAll
    static void start() throws Exception {
        var shown = new JsonObject(new YAMLMapper().readTree(block("yaml")).toString());
        var client = shown.getJsonObject("bridge").getJsonArray("clients").getJsonObject(0);
        client.put("token-sha256", BridgeClients.sha256(TOKEN));
        service = Service.start(new JsonObject()
                .put("bridge", shown.getJsonObject("bridge").put("port", 0))
                .put("enrollment", new JsonObject().put("decider", "bus")));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String block(String language) throws IOException {
        return CodeBlock.of(PAGE).stream()
                .filter(block -> block.is(language))
                .findFirst()
                .orElseThrow()
                .text();
    }

    /** A program of the page; it runs until it is closed. */
    private record Running(Process process, Path output) implements AutoCloseable {
        static Running start(String program, String language, String file) throws IOException {
            assumeTrue(Program.isInstalled(program), program + " is not installed");
            var script = Files.writeString(
                    folder.resolve(file), block(language).replace("8082", Integer.toString(service.bridgePort())));
            var output = folder.resolve(file + ".output");
            var builder = new ProcessBuilder(program, script.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("TOKEN", TOKEN);
            return new Running(builder.start(), output);
        }

        void awaitPrinted(String text) {
            Await.until("the program prints " + text, () -> {
                assertThat(process.isAlive()).as(printed()).isTrue();
                return printed().contains(text);
            });
        }

        private String printed() {
            try {
                return Files.readString(output);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private static String newCourse() {
        return service.admin()
                .post("/v1/courses/", course(unique("EXAMPLE"), "Logic"))
                .expectStatus(201)
                .id();
    }

    private static int register(String uni, String course) {
        return service.admin()
                .post("/v1/registrations/", registration(uni, course))
                .status();
    }

    @Test
    void the_python_program_decides_on_enrollments() throws IOException {
        var course = newCourse();
        try (var program = Running.start("python3", "python", "decider.py")) {
            program.awaitPrinted("logged in as waiting-list");
            assertThat(register("first", course)).isIn(201, 202);
            assertThat(register("second", course)).isIn(201, 202);
            assertThat(register("third", course)).isEqualTo(409);
        }
    }

    @Test
    void the_javascript_program_reads_courses_and_prints_changes() throws IOException {
        newCourse();
        try (var program = Running.start("node", "js", "follower.mjs")) {
            program.awaitPrinted(" courses");
            program.awaitPrinted("dev.registrar.courses.created courses/" + newCourse());
        }
    }
}
