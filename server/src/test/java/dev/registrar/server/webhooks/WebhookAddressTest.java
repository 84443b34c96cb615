package dev.registrar.server.webhooks;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where deliveries go, and what a hostile endpoint can do. */
class WebhookAddressTest {
    private static final String NAME = "library.example.edu";

    /** The sockets of which a connection was closed while they were sending. */
    private static final Set<ServerSocket> CLOSED = ConcurrentHashMap.newKeySet();

    private static ServerSocket forbidden;
    private static ServerSocket tls;
    private static ServerSocket endless;
    private static ServerSocket silent;
    private static ServerSocket hinting;
    private static ServerSocket verbose;
    private static RecordedLog log;
    private static Service service;

    @BeforeAll
    static void a_service_with_endpoints_on_this_machine() throws Exception {
        forbidden = socket();
        tls = socket();
        endless = socket();
        silent = socket();
        hinting = socket();
        verbose = socket();
        respondForEver(endless, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "3\r\nabc\r\n");
        respondForEver(hinting, "", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n");
        respondForEver(verbose, "", "HTTP/1.1 200 OK\r\nlink: %s\r\n\r\n".formatted("a".repeat(9_000)));
        log = RecordedLog.start(new WebhookAddressTest());
        var sections = WebhookSection.sections(
                endpoint("forbidden", "https://" + NAME, forbidden, false),
                endpoint("encrypted", "https://" + NAME, tls, true),
                endpoint("endless", "http://127.0.0.1", endless, true),
                endpoint("silent", "http://" + NAME, silent, true),
                endpoint("hinting", "http://127.0.0.1", hinting, true),
                endpoint("verbose", "http://127.0.0.1", verbose, true));
        sections.getJsonObject("webhooks").put("timeout", "1200 ms");
        service = Service.start(WebhookSection.vertxWithLocal(NAME), sections);
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
        log.close();
        for (var socket : new ServerSocket[] {forbidden, tls, endless, silent, hinting, verbose}) {
            socket.close();
        }
    }

    private static ServerSocket socket() throws IOException {
        var socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** Responds to each request with a beginning, and then with the same bytes again and again until the connection is closed. */
    private static void respondForEver(ServerSocket socket, String beginning, String repeated) {
        var thread = new Thread(() -> {
            while (!socket.isClosed()) {
                respondUntilClosed(
                        socket,
                        beginning.getBytes(StandardCharsets.US_ASCII),
                        repeated.repeat(100).getBytes(StandardCharsets.US_ASCII));
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void respondUntilClosed(ServerSocket socket, byte[] beginning, byte[] repeated) {
        try (var connection = socket.accept()) {
            connection.setSoTimeout(1_000);
            if (connection.getInputStream().read(new byte[8_192]) < 0) {
                return;
            }
            connection.getOutputStream().write(beginning);
            while (true) {
                connection.getOutputStream().write(repeated);
            }
        } catch (IOException closed) {
            CLOSED.add(socket);
        }
    }

    private static JsonObject endpoint(String name, String origin, ServerSocket socket, boolean allowsPrivate) {
        return new JsonObject()
                .put("name", name)
                .put("url", "%s:%s/hooks?token=urlsecret".formatted(origin, socket.getLocalPort()))
                .put("secrets", WebhookSection.SECRET)
                .put("allow-private-addresses", allowsPrivate);
    }

    private static void newEvent() {
        service.admin().post("/v1/courses/", course(unique("ADR"), "Address")).expectStatus(201);
    }

    private static void expectWarning(String endpoint, String reason) {
        Await.until(
                "a warning about " + endpoint,
                () -> log.warnings("webhook endpoint %s (source course) fail: %s".formatted(endpoint, reason))
                                .size()
                        > 0);
    }

    private static String read(Socket connection) throws IOException {
        var bytes = new byte[8_192];
        return new String(bytes, 0, connection.getInputStream().read(bytes), StandardCharsets.ISO_8859_1);
    }

    @Proves("Standard Webhooks")
    @Test
    void a_name_that_leads_to_an_address_that_is_not_public_is_never_connected_to() throws IOException {
        newEvent();
        expectWarning("forbidden", "its address 127.0.0.1 is not public");
        forbidden.setSoTimeout(200);
        assertThatThrownBy(forbidden::accept).isInstanceOf(SocketTimeoutException.class);
        assertThat(log.warnings("urlsecret")).isEmpty();
    }

    @Test
    void the_connection_to_the_checked_address_still_names_the_host() throws IOException {
        newEvent();
        try (var connection = tls.accept()) {
            assertThat(read(connection))
                    .as("the name in the TLS handshake (SNI)")
                    .contains(NAME);
        }
        try (var connection = silent.accept()) {
            assertThat(read(connection))
                    .startsWith("POST /hooks?token=urlsecret HTTP/1.1")
                    .containsIgnoringCase("host: %s:%s\r\n".formatted(NAME, silent.getLocalPort()));
        }
    }

    @Test
    void a_response_without_end_is_cut_off_and_its_status_counts() {
        newEvent();
        Await.until("the event is delivered", () -> isDelivered("endless"));
        Await.until("the connection is closed", () -> CLOSED.contains(endless));
        assertThat(log.messages(Level.ERROR)).noneMatch(line -> line.contains("longer than"));
    }

    private static boolean isDelivered(String endpoint) {
        var delivered = "course.webhook_endpoints WHERE delivered_at IS NOT NULL AND name = '%s'".formatted(endpoint);
        return Sql.count(service.databaseUri(), delivered) > 0;
    }

    @Test
    void an_endpoint_that_does_not_respond_in_time_fails() {
        newEvent();
        expectWarning("silent", "no response within 1200 ms");
        assertThat(log.exceptions("webhook endpoint silent"))
                .as("lines that repeat the warning")
                .isEmpty();
    }

    @Test
    void informational_responses_without_end_are_cut_off_and_fail() {
        newEvent();
        expectWarning("hinting", "its response is longer than 64 KiB");
    }

    @Test
    void a_malformed_response_is_logged_with_its_endpoint_only() {
        newEvent();
        expectWarning("verbose", "the connection failed (TooLong");
        assertThat(log.warnings("header is larger")).isEmpty();
    }
}
