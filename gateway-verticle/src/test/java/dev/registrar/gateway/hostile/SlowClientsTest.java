package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients that send a byte at a time, so the connection is never idle and the request is never complete. */
@ExtendWith(ServiceExtension.class)
@Timeout(60)
class SlowClientsTest {
    private static final int PAUSE_MILLIS = 100;
    private static final int MOST_BYTES = 100;

    private static int port;

    /** The idle timeout is longer than the request timeout: on a busy machine, a connection may be idle for a while. */
    @BeforeAll
    static void a_gateway_with_short_timeouts(Service service) {
        port = service.startGateway(
                "http", new JsonObject().put("idle-timeout", "1500 ms").put("request-timeout", "500 ms"));
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
}
