package dev.registrar.server.documentation.examples;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.registrar.server.testing.Program;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.FreePorts;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the page about deciding, asked by a real service. */
class DecidingExamplesTest {
    private static final String PAGE = "docs/deciding.md";
    private static final String SECRET = "whsec_c2VjcmV0IG9mIHRoZSBwYWdlIGFib3V0IGRlY2lkaW5n";

    private static int port;

    @AutoClose
    private static Service service;

    @TempDir
    private Path folder;

    private String prerequisite;
    private String course;
    private Process program;

    @BeforeAll
    static void a_service_that_asks() throws Exception {
        port = FreePorts.next();
        service = Service.start(
                "enrollment",
                new JsonObject()
                        .put("decider", "http")
                        .put("decider-url", "http://127.0.0.1:%s/".formatted(port))
                        .put("decider-secrets", SECRET)
                        .put("decision-timeout", "30 s")
                        .put("sync-window", "2200 ms"));
    }

    @BeforeEach
    void the_program_of_the_page() throws IOException {
        assumeTrue(Program.isInstalled("python3"), "python3 is not installed");
        Files.writeString(folder.resolve("prerequisites.py"), block("python prerequisites"));
        prerequisite = service.newCourse();
        course = service.newCourse();
    }

    @AfterEach
    void kill() throws InterruptedException {
        program.destroyForcibly().waitFor();
    }

    private static String block(String kind) throws IOException {
        return CodeBlock.of(PAGE).stream()
                .filter(block -> block.is(kind))
                .findFirst()
                .orElseThrow()
                .text();
    }

    private void runProgram() throws IOException {
        var builder = new ProcessBuilder("python3", "prerequisites.py")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment()
                .putAll(Map.of(
                        "DECIDER_SECRET", SECRET,
                        "PORT", Integer.toString(port),
                        "REGISTRAR", service.url(),
                        "CREDENTIALS", "reader:reader",
                        "PREREQUISITES",
                                new JsonObject().put(course, prerequisite).encode()));
        program = builder.start();
        Await.until("the program listens", () -> {
            assertThat(program.isAlive()).isTrue();
            return listens();
        });
    }

    private static boolean listens() {
        try (var connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return connection.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    private static Response register(String uni, String course) {
        return service.admin().post("/v1/registrations/", registration(uni, course));
    }

    private void expectRejected(String uni) {
        var rejected = register(uni, course).expectStatus(409).expectError("enrollment_rejected");
        assertThat(rejected.errors().get(0).path("detail").asText()).isEqualTo("A prerequisite is missing.");
    }

    @Test
    void whoever_has_a_seat_in_the_prerequisite_is_confirmed() throws IOException {
        runProgram();
        var person = unique("person");
        expectRejected(person);
        register(person, prerequisite).expectStatus(201);
        register(person.toUpperCase(Locale.ROOT), course).expectStatus(201);
        expectRejected(unique("other"));
    }

    @Test
    void a_program_that_was_killed_decides_when_it_runs_again() throws Exception {
        runProgram();
        kill();
        var accepted = register(unique("person"), prerequisite).expectStatus(202);
        runProgram();
        Await.until(
                "it is confirmed",
                () -> service.reader()
                        .get(accepted.header("Location"))
                        .text("/data/attributes/enrollment")
                        .equals("confirmed"));
    }

    private static HttpResponse<String> ask(String id, String secret, Instant sent, JsonObject question)
            throws Exception {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        var signed = "%s.%s.%s".formatted(id, sent.getEpochSecond(), question.encode());
        var signature = Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%s/".formatted(port)))
                .header("webhook-id", id)
                .header("webhook-timestamp", Long.toString(sent.getEpochSecond()))
                .header("webhook-signature", "v1," + signature)
                .POST(BodyPublishers.ofString(question.encode()))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private JsonObject question() {
        return new JsonObject()
                .put("registration", "7d3f0a52-9f05-4b59-8a3a-0f9e4e9f5a11")
                .put("uni", "jd2031")
                .put("course", prerequisite)
                .put("attempt", 1);
    }

    @Test
    void only_a_question_that_is_signed_and_recent_is_decided() throws Exception {
        runProgram();
        var wrong = "whsec_c2VjcmV0IG9mIHNvbWVib2R5IGVsc2UsIG5vdCBvdXJz";
        assertThat(ask("d-1", wrong, Instant.now(), question()).statusCode()).isEqualTo(401);
        assertThat(ask("d-1", SECRET, Instant.now().minusSeconds(400), question())
                        .statusCode())
                .isEqualTo(401);
        assertThat(ask("d-1", SECRET, Instant.now(), question()).statusCode()).isEqualTo(200);
    }
}
