package dev.registrar.server;

import static dev.registrar.platform.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.certificate.IssuedCertificate;
import dev.registrar.gateway.testing.certificate.PemFiles;
import dev.registrar.gateway.testing.connection.Flood;
import dev.registrar.gateway.testing.connection.GreedyClient;
import dev.registrar.gateway.testing.connection.Http2Connection;
import dev.registrar.gateway.testing.connection.OpenConnection;
import dev.registrar.platform.testing.Await;
import dev.registrar.platform.testing.InParallel;
import dev.registrar.platform.testing.Proves;
import dev.registrar.server.development.DevelopmentService;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A service with a small heap survives clients that send many requests and do not read their responses, or do not finish their requests. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
@ExtendWith(ServiceExtension.class)
@Timeout(180)
class SmallHeapTest {

    /** This many connections with this many streams each, and this many courses per response, exceed the heap. */
    private static final int CONNECTIONS = 14;

    private static final int STREAMS = 60;
    private static final int COURSES = 4;
    private static final int DESCRIPTION_LIMIT = 20_000;

    private static final Vertx VERTX = Vertx.vertx();

    private static DevelopmentService service;
    private static IssuedCertificate certificate;
    private static int port;

    @BeforeAll
    static void a_service_with_the_smallest_supported_heap(Service shared, @TempDir Path directory) throws IOException {
        certificate = IssuedCertificate.issue("small");
        Map<String, String> variables =
                new HashMap<>(PemFiles.of(certificate, directory).variables());
        variables.put("JAVA_TOOL_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError");
        variables.put("REGISTRAR_DATABASE_URI", shared.databaseUri());
        service = DevelopmentService.start(directory.resolve("data"), variables);
        port = URI.create(service.url()).getPort();
    }

    @AfterAll
    static void stop() {
        Await.success(VERTX.close());
        service.end("TERM");
    }

    /** Without a connection that has been idle, because the attack may have taken its place. */
    private static Client newReader() {
        return Client.trusting(certificate, port).withCredentials("reader", "reader");
    }

    /** A request may get 503 while the processors are busy with the attack. */
    private static void expectServed() {
        Await.until(
                "a request is served",
                () -> newReader().get("/v1/courses/?page[size]=1").status() == 200);
        assertThat(service.isAlive()).as(service.output()).isTrue();
    }

    /** Sends one request per stream over each connection and reads no response. */
    private static void sendWithoutReading(String path) {
        List<GreedyClient> clients = new ArrayList<>();
        for (var number = 0; number < CONNECTIONS; number++) {
            clients.add(new GreedyClient(VERTX, port));
        }
        for (var round = 0; round < STREAMS; round++) {
            Await.success(
                    Future.join(clients.stream().map(client -> client.get(path)).toList())
                            .otherwiseEmpty());
            expectServed();
        }
    }

    @Proves("RFC 9113, 10.5")
    @Test
    void unread_responses_of_authenticated_clients_do_not_exhaust_the_heap_and_other_clients_are_served(
            Service shared) {
        var name = unique("Emoji");
        IntStream.range(0, COURSES)
                .forEach(number -> shared.admin()
                        .post("/v1/courses/", """
                                {"data": {"type": "courses", "attributes": {"course_identifier": "%s",
                                  "course_name": "%s", "course_description": "%s"}}}""".formatted(
                                        unique("EMOJI"), name, "\uD83D\uDE00".repeat(DESCRIPTION_LIMIT)))
                        .expectStatus(201));
        sendWithoutReading("/v1/courses/?filter%5Bcourse_name%5D=" + name);
    }

    @Test
    void unread_responses_of_anonymous_clients_do_not_exhaust_the_heap_and_other_clients_are_served() {
        sendWithoutReading("/v1/openapi.json");
    }

    private static void closeAll(List<? extends Closeable> clients) throws IOException {
        for (var client : clients) {
            client.close();
        }
    }

    @Test
    void unread_responses_to_requests_of_many_fields_do_not_exhaust_the_heap() throws IOException {
        List<Http2Connection> clients = new ArrayList<>();
        for (var number = 0; number < 60; number++) {
            var client = Http2Connection.withoutWindow(port);
            clients.add(client);
            for (var stream = 1; stream < 200; stream += 2) {
                client.getWithFields(stream, "/v1/courses/", 99);
            }
        }
        expectServed();
        closeAll(clients);
    }

    /** The service may reject the body and close the connection before the end. */
    private static void sendUnfinishedBody(Queue<OpenConnection> clients) {
        try {
            var client = OpenConnection.withTls(port);
            clients.add(client);
            client.send("""
                    POST /v1/courses/ HTTP/1.1
                    Host: localhost
                    Authorization: Basic YWRtaW46YWRtaW4=
                    Content-Type: application/json
                    Content-Length: 1000000

                    """ + " ".repeat(900_000));
        } catch (IOException rejected) {
            assertThat(rejected).isInstanceOf(SocketException.class).isNotInstanceOf(ConnectException.class);
        }
    }

    @Test
    void bodies_that_many_clients_do_not_finish_do_not_exhaust_the_heap() throws IOException {
        Queue<OpenConnection> clients = new ConcurrentLinkedQueue<>();
        InParallel.forEach(Collections.nCopies(400, clients), SmallHeapTest::sendUnfinishedBody);
        expectServed();
        for (var client : clients) {
            client.close();
        }
    }

    @Proves("RFC 9112, 9.3.2")
    @Test
    void a_flood_of_requests_does_not_exhaust_the_heap() throws IOException {
        try (var http2 = Flood.ofHttp2(port);
                var http1 = Flood.ofHttp1(port, "GET /v1/courses/?x HTTP/1.1\nHost: a\n\n")) {
            assertThat(http2.awaitStop()).isTrue();
            assertThat(http1.awaitStop()).isTrue();
            expectServed();
        }
    }
}
