package dev.registrar.server.documentation.examples;

import static dev.registrar.server.testing.eventbus.DecidedService.expectRejected;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.registrar.server.testing.Program;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.document.Document;
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
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
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
        Files.writeString(folder.resolve("seats.py"), block("python seats"));
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

    private void runSeats() throws IOException {
        var builder = new ProcessBuilder("python3", "seats.py")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().putAll(Map.of("DECIDER_SECRET", SECRET, "PORT", Integer.toString(port)));
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

    @Test
    void each_seat_of_a_course_is_given_once_however_many_want_it() throws IOException {
        runSeats();
        var course = service.newCourse();
        Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
        var people = Stream.generate(() -> unique("person")).limit(9).toList();
        InParallel.forEach(people, uni -> statuses.add(register(uni, course).status()));
        var confirmed = "/v1/registrations/?filter[enrollment]=confirmed&filter[courses]=" + course;
        Await.until(
                "all are decided",
                () -> service.reader()
                        .get("/v1/registrations/?filter[enrollment]=pending&filter[courses]=" + course)
                        .text("/meta/pagination/count")
                        .equals("0"));
        service.reader().get(confirmed).expect("/meta/pagination/count", "2");
        assertThat(statuses).hasSameSizeAs(people);
    }

    @Test
    void seats_survive_that_the_program_is_killed() throws Exception {
        runSeats();
        var course = service.newCourse();
        var first = register(unique("first"), course).expectStatus(201);
        register(unique("second"), course).expectStatus(201);
        kill();
        runSeats();
        expectRejected(register(unique("third"), course));
        service.admin()
                .patch(
                        first.header("Location"),
                        Document.of("registrations", first.id()).attribute("enrollment", "requested"))
                .expectStatus(200)
                .expect("/data/attributes/enrollment", "confirmed");
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

    private static JsonObject question(String registration, String course) {
        return new JsonObject()
                .put("registration", registration)
                .put("uni", "jd2031")
                .put("course", course)
                .put("attempt", 1);
    }

    @Test
    void a_question_with_a_known_id_gets_the_same_decision_even_if_a_seat_has_become_free() throws Exception {
        runSeats();
        for (var holder : new String[] {"a", "b"}) {
            assertThat(ask(holder + "-1", SECRET, Instant.now(), question(holder, "logic"))
                            .body())
                    .isEqualTo("{\"decision\": \"confirm\"}");
        }
        var rejected = ask("c-1", SECRET, Instant.now(), question("c", "logic")).body();
        assertThat(rejected).contains("reject");
        Program.run("python3", Files.writeString(folder.resolve("free.py"), """
                import sqlite3
                with sqlite3.connect("seats.db") as db:
                    db.execute("DELETE FROM seats WHERE registration = 'a'")
                """));
        assertThat(ask("c-1", SECRET, Instant.now(), question("c", "logic").put("attempt", 2))
                        .body())
                .isEqualTo(rejected);
        assertThat(ask("c-2", SECRET, Instant.now(), question("c", "logic")).body())
                .contains("confirm");
    }

    @Test
    void only_a_question_that_is_signed_and_recent_is_decided() throws Exception {
        runSeats();
        var wrong = "whsec_c2VjcmV0IG9mIHNvbWVib2R5IGVsc2UsIG5vdCBvdXJz";
        assertThat(ask("d-1", wrong, Instant.now(), question("d", "logic")).statusCode())
                .isEqualTo(401);
        assertThat(ask("d-1", SECRET, Instant.now().minusSeconds(400), question("d", "logic"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(ask("d-1", SECRET, Instant.now(), question("d", "logic")).statusCode())
                .isEqualTo(200);
    }
}
