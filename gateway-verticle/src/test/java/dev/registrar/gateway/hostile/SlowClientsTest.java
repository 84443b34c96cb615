package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.RecordedLog;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
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

/** Clients that send so little at a time that a connection is never idle and a request never comes. */
@ExtendWith(ServiceExtension.class)
@Timeout(60)
class SlowClientsTest {
    private static final int PAUSE_MILLIS = 100;
    private static final int MOST_BYTES = 100;

    private static int port;

    /** Of less with a body than with a connection, on which nothing may come for a while when this machine is busy. */
    @BeforeAll
    static void a_gateway_of_little_patience(Service service) {
        port = service.startGateway(
                "http", new JsonObject().put("idle-timeout", "1500 ms").put("request-timeout", "500 ms"));
    }

    /** Sends the beginning at once and then a byte after each pause, until the service hangs up; what it has answered. */
    private static String trickle(String beginning) throws IOException {
        var answer = new StringBuilder();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PAUSE_MILLIS);
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
            for (var sent = 0; readInto(answer, socket); sent++) {
                assertThat(sent).as("bytes that the service has waited for").isLessThan(MOST_BYTES);
                socket.getOutputStream().write('x');
            }
        } catch (SocketException hungUp) {
            return answer.toString();
        }
        return answer.toString();
    }

    private static boolean readInto(StringBuilder answer, Socket socket) throws IOException {
        try {
            var read = socket.getInputStream().read();
            while (read >= 0) {
                answer.append((char) read);
                read = socket.getInputStream().read();
            }
            return false;
        } catch (SocketTimeoutException nothingYet) {
            return true;
        }
    }

    @Test
    void a_request_head_that_trickles_in_is_not_waited_for() throws IOException {
        assertThat(trickle("GET /v1/courses/ HTTP/1.1\r\nHost: a\r\nX-Slow: ")).isEmpty();
    }

    @Test
    void a_second_request_head_that_trickles_in_is_not_waited_for() throws IOException {
        var answer = trickle("OPTIONS /v1/courses/ HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/");
        assertThat(answer).startsWith("HTTP/1.1 200 OK").doesNotContain("HTTP/1.1 4");
    }

    @Test
    void a_body_that_trickles_in_is_answered_408() throws IOException {
        String answer;
        try (var log = RecordedLog.start(this)) {
            answer = trickle("""
                    POST /v1/courses/ HTTP/1.1
                    Host: a
                    Authorization: Basic YWRtaW46YWRtaW4=
                    Content-Type: application/vnd.api+json
                    Content-Length: 100000

                    {""".replace("\n", "\r\n"));
            assertThat(log.messages(Level.ERROR)).isEmpty();
        }
        assertThat(answer)
                .startsWith("HTTP/1.1 408 ")
                .containsIgnoringCase("connection: close")
                .contains("\"code\":\"request_timeout\"");
    }
}
