package dev.registrar.gateway.documentation.examples;

import static dev.registrar.gateway.testing.connection.BridgeSocket.firstError;
import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.registration;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Program;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.certificate.IssuedCertificate;
import dev.registrar.gateway.testing.certificate.PemFiles;
import dev.registrar.gateway.testing.connection.BridgeClients;
import dev.registrar.gateway.testing.connection.BridgeSocket;
import dev.registrar.gateway.testing.document.CodeBlock;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of the page about the bridge, with the configuration that it shows and TLS, as they are printed. */
class BridgeExamplesTest {
    private static final String PAGE = "gateway-verticle/documentation/bridge.md";
    private static final String TOKEN = "the token of the page";

    @TempDir
    private static Path folder;

    private static IssuedCertificate certificate;
    private static Service service;

    @BeforeAll
    static void start() throws Exception {
        var shown = new JsonObject(new YAMLMapper().readTree(block("yaml")).toString());
        var bridge = shown.getJsonObject("bridge");
        bridge.getJsonArray("clients").getJsonObject(0).put("token-sha256", BridgeClients.sha256(TOKEN));
        certificate = IssuedCertificate.issue("bridge");
        var files = new PemFiles(folder);
        files.write(certificate);
        service = Service.start(new JsonObject()
                .put(
                        "bridge",
                        bridge.put("port", 0)
                                .put("tls-certificate", files.certificate().toString())
                                .put("tls-key", files.key().toString()))
                .put("enrollment", new JsonObject().put("decider", "bus"))
                .put("operations", new JsonObject().put("metrics", true)));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String block(String kind) throws IOException {
        return CodeBlock.of(PAGE).stream()
                .filter(block -> block.is(kind))
                .findFirst()
                .orElseThrow()
                .text();
    }

    /** A program of the page in which other lines that the page shows take the place of these. */
    private static String withLines(String kind, String program, int from, int to) throws IOException {
        var lines = new ArrayList<>(program.lines().toList());
        lines.subList(from, to).clear();
        lines.addAll(from, block(kind).lines().toList());
        return String.join("\n", lines);
    }

    /** A running program of the page. */
    private record Running(Process process, Path output) implements AutoCloseable {
        static Running python(String text) throws IOException {
            return python(text, TOKEN);
        }

        static Running python(String text, String token) throws IOException {
            return start("python3", "client.py", text, token);
        }

        static Running node(String text) throws IOException {
            return node(text, TOKEN);
        }

        static Running node(String text, String token) throws IOException {
            return start("node", "client.mjs", text, token);
        }

        private static Running start(String program, String file, String text, String token) throws IOException {
            assumeTrue(Program.isInstalled(program), program + " is not installed");
            var script = Files.writeString(folder.resolve(file), text);
            var output = Files.createTempFile(folder, program, ".output");
            var builder = new ProcessBuilder(program, script.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            var certificate = new PemFiles(folder).certificate().toString();
            builder.environment()
                    .putAll(Map.of(
                            "BRIDGE_HOST",
                            "127.0.0.1",
                            "BRIDGE_PORT",
                            Integer.toString(service.bridgePort()),
                            "TOKEN",
                            token,
                            "SSL_CERT_FILE",
                            certificate,
                            "NODE_EXTRA_CA_CERTS",
                            certificate,
                            "PYTHONUNBUFFERED",
                            "1"));
            return new Running(builder.start(), output);
        }

        /** Expects that the program succeeds, and returns what it has printed. */
        String awaitEnd() {
            Await.until("the program has ended", () -> !process.isAlive());
            assertThat(process.exitValue()).as(printed()).isZero();
            return printed();
        }

        /** Expects that the program fails, and returns what it has printed. */
        String awaitFailure() {
            Await.until("the program has failed", () -> !process.isAlive());
            assertThat(process.exitValue()).as(printed()).isEqualTo(1);
            return printed();
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

    @ParameterizedTest
    @ValueSource(strings = {"python", "js"})
    void a_client_has_at_most_20_lines_of_at_most_100_characters(String language) throws IOException {
        assertThat(block(language).lines())
                .hasSizeLessThanOrEqualTo(20)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void the_metric_on_the_page_counts_rejected_messages_by_client_and_code() throws IOException {
        var loopback = InetAddress.getLoopbackAddress();
        var factory = certificate.trustingContext().getSocketFactory();
        try (var stranger = BridgeSocket.over(factory.createSocket(loopback, service.bridgePort()))) {
            firstError(stranger.logIn("a guessed token"));
        }
        assertThat(service.operations().get("/metrics").body())
                .containsPattern("registrar_bridge_rejected_total\\{client=\"\",code=\"unauthenticated\"} [1-9]");
    }

    @Test
    void the_python_client_prints_what_it_may_do_and_the_courses() throws IOException {
        newCourse();
        try (var program = Running.python(block("python"))) {
            assertThat(program.awaitEnd()).contains("waiting-list", "pagination");
        }
    }

    @Test
    void the_python_client_stops_with_the_message_of_the_service_if_its_token_is_wrong() throws IOException {
        try (var program = Running.python(block("python"), "a token of nobody")) {
            assertThat(program.awaitFailure())
                    .contains("No client has this token.")
                    .doesNotContain("IncompleteReadError");
        }
    }

    @Test
    void the_javascript_client_stops_with_the_message_of_the_service_if_its_token_is_wrong() throws IOException {
        try (var program = Running.node(block("js"), "a token of nobody")) {
            assertThat(program.awaitFailure()).contains("Error: No client has this token.");
        }
    }

    @Test
    void the_python_decider_decides_on_enrollments() throws IOException {
        var course = newCourse();
        var client = block("python");
        var end = Math.toIntExact(client.lines().count()) - 2;
        try (var program = Running.python(withLines("python decider", client, end - 3, end))) {
            program.awaitPrinted("waiting-list");
            assertThat(register("first", course)).isIn(201, 202);
            assertThat(register("second", course)).isIn(201, 202);
            assertThat(register("third", course)).isEqualTo(409);
        }
    }

    @Test
    void the_javascript_client_prints_what_it_may_do_and_the_courses() throws IOException {
        newCourse();
        try (var program = Running.node(block("js"))) {
            assertThat(program.awaitEnd()).contains("waiting-list", "pagination");
        }
    }

    @Test
    void the_javascript_follower_prints_changes() throws IOException {
        var client = block("js");
        var end = Math.toIntExact(client.lines().count());
        try (var program = Running.node(withLines("js follower", client, end - 1, end))) {
            program.awaitPrinted("pagination");
            Await.until("the program prints that a course was created", () -> {
                newCourse();
                return program.printed().contains("dev.registrar.courses.created courses/");
            });
        }
    }
}
