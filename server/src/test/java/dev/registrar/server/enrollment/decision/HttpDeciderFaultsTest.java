package dev.registrar.server.enrollment.decision;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.server.webhooks.Receiver;
import dev.registrar.server.webhooks.Receiver.Reaction;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.certificate.CertificateAuthority;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.FreePorts;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is asked over HTTP, and cannot be reached, is slow or is not who it should be. */
class HttpDeciderFaultsTest {
    private static final String SECRET = "whsec_c2VjcmV0IG9mIGEgcHJvZ3JhbSB3aXRoIGZhdWx0cw==";
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n";

    @TempDir
    private Path folder;

    private static JsonObject settings() {
        return new JsonObject()
                .put("poll-interval", "45 ms")
                .put("retry-delay", "35 ms")
                .put("retry-cap", "80 ms");
    }

    private static void awaitReason(DecidedService enrollment, Response registration, String reason) {
        Await.until(
                "the reason is: " + reason,
                () -> enrollment
                        .read(registration)
                        .at("/data/meta/enrollment/reason")
                        .asText()
                        .equals("No decision has been made yet: " + reason));
    }

    private static ServerSocket socket() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    /** Responds to each request with the next head and then a space every now and then, and counts the connections that are cut off. */
    private static void drip(ServerSocket socket, Queue<String> heads, AtomicInteger cutOff) {
        var thread = new Thread(() -> {
            while (!socket.isClosed()) {
                try (var connection = socket.accept()) {
                    dripUntilClosed(connection, heads.remove());
                } catch (IOException closed) {
                    cutOff.incrementAndGet();
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void dripUntilClosed(Socket connection, String head) throws IOException {
        var output = connection.getOutputStream();
        output.write(head.getBytes(StandardCharsets.US_ASCII));
        while (true) {
            LockSupport.parkNanos(20_000_000);
            output.write(' ');
        }
    }

    @Test
    void a_response_that_drips_in_its_head_or_body_is_cut_off_at_the_timeout_and_counts() throws Exception {
        var cutOff = new AtomicInteger();
        try (var socket = socket();
                var enrollment = DecidedService.startAsking(
                        "http://127.0.0.1:" + socket.getLocalPort(),
                        SECRET,
                        settings()
                                .put("decision-timeout", "680 ms")
                                .put("outage-timeout", "0 s")
                                .put("max-attempts", 3))) {
            drip(socket, new ConcurrentLinkedQueue<>(List.of(HEAD, "HTTP/1.1 200 OK\r\nx:", "")), cutOff);
            var noReply = enrollment.counted("no_reply");
            var accepted = enrollment.register(unique("drip")).expectStatus(202);
            enrollment.awaitProcess(accepted, "abandoned");
            awaitReason(enrollment, accepted, "the decider did not reply within 680 ms.");
            assertThat(enrollment.counted("no_reply")).isEqualTo(noReply + 2);
            Await.until("all connections are closed", () -> cutOff.get() == 3);
        }
    }

    @Test
    void registrations_reach_their_end_when_a_decider_that_was_down_is_back() throws Exception {
        var port = FreePorts.next();
        try (var enrollment = DecidedService.startAsking(
                "http://localhost:" + port, SECRET, settings().put("max-attempts", 1))) {
            var accepted = Stream.of("ann", "bob", "eve")
                    .map(person -> enrollment.registerLater(unique(person)))
                    .toList();
            accepted.forEach(registration ->
                    awaitReason(enrollment, registration, "the decider failed (the connection was refused)."));
            var failed = enrollment.counted("failed");
            Await.until("there are further attempts", () -> enrollment.counted("failed") > failed + 9);
            try (var decider = Receiver.start(port)) {
                decider.reacting(question -> Reaction.json(CONFIRM.encode()));
                accepted.forEach(registration -> enrollment.awaitState(registration, "confirmed"));
                assertThat(decider.all())
                        .extracting(question -> question.event().getInteger("attempt"))
                        .containsOnly(1);
            }
        }
    }

    @Test
    void the_log_says_once_that_the_configuration_is_wrong_and_that_there_is_a_decider_again() throws Exception {
        try (var log = RecordedLog.start(this);
                var decider = Receiver.start().reacting(question -> Reaction.of(404));
                var enrollment = DecidedService.startAsking(decider.url(), SECRET, settings())) {
            var accepted = enrollment.register(unique("lost")).expectStatus(202);
            Await.until("there are several attempts", () -> enrollment.counted("no_decider") > 4);
            assertThat(log.warnings("Registrations stay pending"))
                    .singleElement()
                    .isEqualTo("Registrations stay pending:"
                            + " there is no decider, because enrollment.decider-url responds with the status 404;"
                            + " correct the URL, the secrets or the decider");
            decider.reacting(question -> Reaction.json(CONFIRM.encode()));
            enrollment.awaitState(accepted, "confirmed");
            assertThat(log.warnings("urlsecret")).isEmpty();
        }
    }

    private DecidedService startTrusting(CertificateAuthority authority, Receiver decider) throws Exception {
        return DecidedService.startAsking(
                decider.url("https://localhost"),
                SECRET,
                settings().put("decider-ca", authority.certificate().toString()));
    }

    @Test
    void only_a_decider_with_a_certificate_of_the_configured_authority_is_asked() throws Exception {
        var campus = new CertificateAuthority(folder, "campus");
        var unknown = new CertificateAuthority(folder, "unknown");
        try (var decider =
                Receiver.start(campus.serverFor("localhost")).reacting(question -> Reaction.json(CONFIRM.encode()))) {
            try (var enrollment = startTrusting(unknown, decider)) {
                var accepted = enrollment.register(unique("deceived")).expectStatus(202);
                awaitReason(
                        enrollment,
                        accepted,
                        "the decider failed (TLS failed; is its certificate from a trusted authority, for this name?).");
            }
            assertThat(decider.all()).isEqualTo(List.of());
            try (var enrollment = startTrusting(campus, decider)) {
                enrollment.register(unique("known")).expectStatus(201);
            }
        }
    }
}
