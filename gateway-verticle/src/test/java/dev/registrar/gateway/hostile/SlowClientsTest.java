package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.certificate.IssuedCertificate;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Clients that connect and do not send a whole request, or send it a byte at a time, so that the connection is never idle. */
@ExtendWith(ServiceExtension.class)
@Timeout(60)
class SlowClientsTest {
    private static final int PAUSE_MILLIS = 100;
    private static final int MOST_BYTES = 100;

    /** A TLS record of 16 KB with the beginning of a ClientHello of 20 KB (RFC 8446, 4.1.2). */
    private static final byte[] BEGINNING_OF_HELLO = {22, 3, 1, 0x40, 0, 1, 0, 0x50, 0, 3, 3};

    private static final byte[] BEGINNING_OF_NEXT_RECORD = {22, 3, 1, 0x10, 0};

    private static final IssuedCertificate CERTIFICATE = IssuedCertificate.issue("server");

    private static int port;
    private static int tlsPort;

    /** The idle timeout is longer than the request timeout: on a busy machine, a connection may be idle for a while. */
    @BeforeAll
    static void a_gateway_with_short_timeouts_and_one_with_tls(Service service, @TempDir Path directory)
            throws IOException {
        port = service.startGateway(
                "http", new JsonObject().put("idle-timeout", "1500 ms").put("request-timeout", "500 ms"));
        tlsPort =
                service.startGateway("http", PemFiles.of(CERTIFICATE, directory).addTo(new JsonObject()));
    }

    /** Sends the beginning at once, then a byte after each pause until the service hangs up. Returns the response. */
    private static String trickle(String beginning) throws IOException {
        var response = new StringBuilder();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PAUSE_MILLIS);
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
            for (var sent = 0; readInto(response, socket); sent++) {
                assertThat(sent).as("bytes sent before the service hangs up").isLessThan(MOST_BYTES);
                socket.getOutputStream().write('x');
            }
        } catch (SocketException hungUp) {
            return response.toString();
        }
        return response.toString();
    }

    private static boolean readInto(StringBuilder response, Socket socket) throws IOException {
        try {
            var read = socket.getInputStream().read();
            while (read >= 0) {
                response.append((char) read);
                read = socket.getInputStream().read();
            }
            return false;
        } catch (SocketTimeoutException nothingYet) {
            return true;
        }
    }

    @Test
    void a_connection_whose_request_head_trickles_in_is_closed() throws IOException {
        assertThat(trickle("GET /v1/courses/ HTTP/1.1\r\nHost: a\r\nX-Slow: ")).isEmpty();
    }

    @Test
    void a_connection_whose_second_request_head_trickles_in_is_closed() throws IOException {
        var response = trickle("OPTIONS /v1/courses/ HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/");
        assertThat(response).startsWith("HTTP/1.1 200 OK").doesNotContain("HTTP/1.1 4");
    }

    @Proves("RFC 9110, 15.5.9")
    @Test
    void a_body_that_trickles_in_is_408() throws IOException {
        String response;
        try (var log = RecordedLog.start(this)) {
            response = trickle("""
                    POST /v1/courses/ HTTP/1.1
                    Host: a
                    Authorization: Basic YWRtaW46YWRtaW4=
                    Content-Type: application/vnd.api+json
                    Content-Length: 100000

                    {""".replace("\n", "\r\n"));
            assertThat(log.messages(Level.ERROR)).isEmpty();
        }
        assertThat(response)
                .startsWith("HTTP/1.1 408 ")
                .containsIgnoringCase("connection: close")
                .contains("\"code\":\"request_timeout\"");
    }

    private static int portOf(Service service) {
        return URI.create(service.url()).getPort();
    }

    @Test
    void
            a_client_without_a_whole_head_or_tls_handshake_is_disconnected_after_10_seconds_but_not_one_that_had_a_response(
                    Service service) throws IOException {
        try (var served = OpenConnection.to(portOf(service));
                var slow = OpenConnection.to(portOf(service), Duration.ofSeconds(20));
                var silent = new Socket(InetAddress.getLoopbackAddress(), tlsPort)) {
            served.send("OPTIONS /v1/courses/ HTTP/1.1\nHost: localhost\n\n");
            assertThat(served.readResponse()).startsWith("HTTP/1.1 200 ");
            var begin = Instant.now();
            slow.send("GET /v1/ HTTP/1.1\nHost: localhost\n");
            silent.setSoTimeout(20_000);
            silent.getOutputStream().write(BEGINNING_OF_HELLO);
            assertThat(slow.readLine()).isNull();
            assertThat(Duration.between(begin, Instant.now())).isBetween(Duration.ofSeconds(9), Duration.ofSeconds(15));
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            served.send("OPTIONS /v1/courses/ HTTP/1.1\nHost: localhost\n\n");
            assertThat(served.readResponse()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void a_connection_for_which_there_is_no_room_is_closed_and_not_logged_as_an_error(Service service)
            throws IOException {
        var small = new JsonObject().put("max-body-size", 3).put("max-pending-bytes", 32_000);
        try (var log = RecordedLog.start(this);
                var connection = OpenConnection.to(service.startGateway("http", small))) {
            assertThat(connection.readLine()).isNull();
            assertThat(log.warnings("Failed to initialize")).isEmpty();
        }
    }

    @Test
    void a_client_that_sends_more_than_16_kb_of_a_tls_handshake_is_disconnected_at_once() throws IOException {
        try (var client = new Socket(InetAddress.getLoopbackAddress(), tlsPort)) {
            client.setSoTimeout(5_000);
            sendUntilClosed(client.getOutputStream());
            assertThat(isClosed(client)).isTrue();
        }
        Client.trusting(CERTIFICATE, tlsPort).options("/v1/courses/").expectStatus(200);
    }

    /** Sends the whole record and a part of the next one. */
    private static void sendUntilClosed(OutputStream output) {
        try {
            output.write(BEGINNING_OF_HELLO);
            output.write(new byte[16_378]);
            output.write(BEGINNING_OF_NEXT_RECORD);
            output.write(new byte[777]);
        } catch (IOException closed) {
            assertThat(closed).isInstanceOf(SocketException.class);
        }
    }

    private static boolean isClosed(Socket client) throws IOException {
        try {
            return client.getInputStream().read() == -1;
        } catch (SocketException reset) {
            return true;
        }
    }
}
