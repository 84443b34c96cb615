package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
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
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Clients that connect and do not send a whole request. */
@ExtendWith(ServiceExtension.class)
@Timeout(60)
class FirstRequestTest {
    /** A TLS record of 16 KB with the beginning of a ClientHello of 20 KB (RFC 8446, 4.1.2). */
    private static final byte[] BEGINNING_OF_HELLO = {22, 3, 1, 0x40, 0, 1, 0, 0x50, 0, 3, 3};

    private static final byte[] BEGINNING_OF_NEXT_RECORD = {22, 3, 1, 0x10, 0};

    private static final IssuedCertificate CERTIFICATE = IssuedCertificate.issue("server");

    private static int tlsPort;

    @BeforeAll
    static void a_gateway_with_tls(Service service, @TempDir Path directory) throws IOException {
        tlsPort =
                service.startGateway("http", PemFiles.of(CERTIFICATE, directory).addTo(new JsonObject()));
    }

    private static int portOf(Service service) {
        return URI.create(service.url()).getPort();
    }

    private static Duration untilClosed(OpenConnection connection) throws IOException {
        var begin = Instant.now();
        assertThat(connection.readLine()).isNull();
        return Duration.between(begin, Instant.now());
    }

    @Test
    void a_client_that_sends_the_head_of_its_first_request_slowly_is_disconnected_after_10_seconds(Service service)
            throws IOException {
        try (var slow = OpenConnection.to(portOf(service), Duration.ofSeconds(20))) {
            slow.send("GET /v1/ HTTP/1.1\nHost: localhost\n");
            assertThat(untilClosed(slow)).isBetween(Duration.ofSeconds(9), Duration.ofSeconds(15));
        }
    }

    @Test
    void a_client_that_does_not_end_its_tls_handshake_is_disconnected_after_10_seconds() throws IOException {
        try (var silent = new Socket(InetAddress.getLoopbackAddress(), tlsPort)) {
            silent.setSoTimeout(20_000);
            silent.getOutputStream().write(BEGINNING_OF_HELLO);
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
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
    void a_client_that_has_had_a_response_may_be_silent_for_longer(Service service) throws IOException {
        try (var connection = OpenConnection.to(portOf(service));
                var other = OpenConnection.to(portOf(service), Duration.ofSeconds(20))) {
            connection.send("OPTIONS /v1/courses/ HTTP/1.1\nHost: localhost\n\n");
            assertThat(connection.readResponse()).startsWith("HTTP/1.1 200 ");
            other.send("G");
            assertThat(untilClosed(other)).isPositive();
            connection.send("OPTIONS /v1/courses/ HTTP/1.1\nHost: localhost\n\n");
            assertThat(connection.readResponse()).startsWith("HTTP/1.1 200 ");
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
