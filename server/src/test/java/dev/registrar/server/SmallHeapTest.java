package dev.registrar.server;

import static dev.registrar.testing.Names.unique;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.development.DevelopmentService;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.Proves;
import dev.registrar.testing.certificate.IssuedCertificate;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.Flood;
import dev.registrar.testing.connection.GreedyClient;
import dev.registrar.testing.connection.Http2Connection;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A service with a small heap survives clients that send many requests and do not read their responses, or do not finish their
 * requests or handshakes.
 */
@Tag("faults")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
@ExtendWith(ServiceExtension.class)
@Timeout(180)
class SmallHeapTest {

    /** This many connections with this many streams each, and this many courses per response, exceed the heap. */
    private static final int CONNECTIONS = 14;

    private static final int STREAMS = 60;
    private static final int COURSES = 4;
    private static final int DESCRIPTION_LIMIT = 20_000;

    /** After each of these rounds, so many more clients wait for so many large pages each. */
    private static final int ROUNDS = 5;

    private static final int CLIENTS_IN_A_ROUND = 10;
    private static final int PAGES_OF_A_CLIENT = 6;

    /** Of a TLS record with a ClientHello (RFC 8446, 4.1.2), both of 16 KB. */
    private static final byte[] BEGINNING_OF_HELLO =
            Arrays.copyOf(new byte[] {22, 3, 1, 0x40, 0, 1, 0, 0x3F, (byte) 0xFC, 3, 3}, 15_000);

    private static final Vertx VERTX = Vertx.vertx();

    private static DevelopmentService service;
    private static IssuedCertificate certificate;
    private static int port;

    @BeforeAll
    static void a_service_with_the_smallest_supported_heap(Service shared, @TempDir Path directory) throws IOException {
        certificate = IssuedCertificate.issue("small");
        service = start(shared, directory, Map.of("JAVA_TOOL_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError"));
        port = URI.create(service.url()).getPort();
    }

    private static DevelopmentService start(Service shared, Path directory, Map<String, String> settings)
            throws IOException {
        Map<String, String> variables = new HashMap<>(settings);
        variables.putAll(PemFiles.of(certificate, directory).variables());
        variables.put("REGISTRAR_DATABASE_URI", shared.databaseUri());
        return DevelopmentService.start(directory.resolve("data"), variables);
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

    /** Adds courses of one name, and returns the path of a page with all of them, of 2 MB. */
    private static String largePage(Service shared) throws SQLException {
        var name = unique("Verbose");
        Sql.execute(shared.databaseUri(), """
                INSERT INTO course.courses (school_bulletin_prefix_code, suffix_two, subject_area_code, course_number,
                    course_identifier, course_name, course_description, effective_start_date, effective_end_date,
                    last_mod_user_name, last_mod_date)
                SELECT 'C', '00', 'LAW', number, '%1$s' || number, '%1$s', repeat('x', 19000), '2026-03-02', '2031-03-02', 'admin',
                    '2026-05-04'
                FROM generate_series(1, 100) AS number
                """.formatted(name));
        return "/v1/courses/?page%5Bsize%5D=100&filter%5Bcourse_name%5D=" + name;
    }

    private static Closeable askOverTls(String page) throws IOException {
        var client = certificate.trustingContext().getSocketFactory().createSocket();
        client.setReceiveBufferSize(4096);
        client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        var request = "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic cmVhZGVyOnJlYWRlcg==\r\n\r\n"
                .formatted(page);
        client.getOutputStream().write(request.repeat(PAGES_OF_A_CLIENT).getBytes(UTF_8));
        return client;
    }

    private static Closeable askOverHttp2(String page) throws IOException {
        var client = Http2Connection.withLargeWindow(port);
        for (var stream = 0; stream < PAGES_OF_A_CLIENT; stream++) {
            client.getAsReader(2 * stream + 1, page);
        }
        return client;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void large_pages_that_clients_of_http_1_over_tls_or_of_http_2_with_a_large_window_do_not_read(
            boolean isHttp2, Service shared) throws Exception {
        var page = largePage(shared);
        List<Closeable> clients = new ArrayList<>();
        for (var round = 0; round < ROUNDS; round++) {
            for (var client = 0; client < CLIENTS_IN_A_ROUND; client++) {
                clients.add(isHttp2 ? askOverHttp2(page) : askOverTls(page));
            }
            expectServed();
        }
        closeAll(clients);
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

    /** The service may close connections, or end, at any time. */
    private static List<Socket> beginHandshakes(DevelopmentService attacked, int most) throws IOException {
        List<Socket> clients = new ArrayList<>();
        while (clients.size() < most && attacked.isAlive()) {
            try {
                var client = new Socket(
                        InetAddress.getLoopbackAddress(),
                        URI.create(attacked.url()).getPort());
                clients.add(client);
                client.getOutputStream().write(BEGINNING_OF_HELLO);
            } catch (SocketException closed) {
                assertThat(clients).hasSizeGreaterThan(100);
            }
        }
        return clients;
    }

    @Test
    void handshakes_that_many_clients_do_not_finish_do_not_exhaust_the_memory() throws IOException {
        var clients = beginHandshakes(service, 13_000);
        expectServed();
        assertThat(service.output()).contains("Clients that make no progress are disconnected");
        closeAll(clients);
    }

    @Test
    void a_service_that_may_hold_more_for_clients_than_it_has_memory_ends_with_the_reason(
            Service shared, @TempDir Path directory) throws IOException {
        var tooMuch = Map.of(
                "REGISTRAR_HTTP_MAX_PENDING_BYTES", "900000000",
                "JAVA_TOOL_OPTIONS", "-Xmx256m -XX:MaxDirectMemorySize=24m");
        var overloaded = start(shared, directory, tooMuch);
        var clients = beginHandshakes(overloaded, 4000);
        assertThat(overloaded.awaitEnd()).isEqualTo(3);
        assertThat(overloaded.output()).contains("The process ends, because no memory is left to read from clients");
        closeAll(clients);
    }
}
