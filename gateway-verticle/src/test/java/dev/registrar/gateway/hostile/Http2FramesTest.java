package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.Http2Connection;
import dev.registrar.testing.connection.Http2Connection.ControlFrame;
import dev.registrar.testing.connection.Http2Connection.Reset;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** HTTP/2 clients at the level of frames: unfinished and malformed requests, and frames that belong to no request. */
@ExtendWith(ServiceExtension.class)
class Http2FramesTest {
    private static final String PATH = "/v1/openapi.json";
    private static final String COURSES = "/v1/courses/";
    private static final int MORE_THAN_ONE_CLIENT_MAY_SEND = 260;

    private static int port;

    @BeforeAll
    static void a_gateway_that_speaks_http_2(Service service, @TempDir Path directory) throws IOException {
        port = service.startGateway("http", PemFiles.issue(directory).addTo(new JsonObject()));
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_sends_hundreds_of_control_frames_at_once_is_served(ControlFrame frame) throws IOException {
        try (var connection = Http2Connection.to(port)) {
            connection.getAndSend(1, "/v1/", frame, 700);
            assertThat(connection.nextResponse()).isEqualTo(1);
        }
    }

    @FunctionalInterface
    private interface Requests {
        void send(Http2Connection connection) throws IOException;
    }

    private void assertEndsConnectionUnlogged(Requests requests) throws IOException {
        try (var log = RecordedLog.start(this);
                var connection = Http2Connection.withoutWindow(port)) {
            requests.send(connection);
            assertThat(connection.errorOfClosing()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
            assertThat(log.messages(Level.INFO)).isEmpty();
        }
    }

    @Proves("RFC 9113, 10.5")
    @Test
    void window_updates_of_nothing_on_many_streams_end_the_connection_and_are_not_logged() throws IOException {
        assertEndsConnectionUnlogged(connection -> {
            for (var number = 0; number < 450; number++) {
                connection.getWithoutIncrement(2 * number + 1, PATH);
            }
        });
    }

    @Test
    void malformed_heads_and_heads_above_64_KiB_end_the_connection_and_are_not_logged() throws IOException {
        assertEndsConnectionUnlogged(
                connection -> connection.getWithMalformedHeads("/v1/", MORE_THAN_ONE_CLIENT_MAY_SEND));
        assertEndsConnectionUnlogged(connection -> connection.getWithLargeHeads("/v1/", MORE_THAN_ONE_CLIENT_MAY_SEND));
    }

    /** Some clients, such as curl 7.88, report an error instead of the response if the reset of the request arrives with it. */
    @Proves("RFC 9113, 8.1")
    @Test
    void a_client_that_ends_its_request_soon_after_the_response_is_not_reset_but_one_that_does_not_end_it_is()
            throws IOException {
        try (var connection = Http2Connection.to(port)) {
            connection.beginPost(1, COURSES);
            assertThat(connection.nextResponse()).isEqualTo(1);
            connection.sendBody(1, "{\"data\":");
            connection.endBody(1);
            connection.beginPost(3, COURSES);
            connection.sendBody(3, "{\"data\":");
            assertThat(connection.nextReset()).isEqualTo(new Reset(3, Http2Error.NO_ERROR.code()));
        }
    }

    private static List<String> request(String method, String path, String... further) {
        return Stream.concat(Stream.of(":method", method, ":scheme", "http", ":path", path), Stream.of(further))
                .toList();
    }

    private static List<String> withField(String name, String value) {
        return request("GET", PATH, ":authority", "localhost", name, value);
    }

    static Stream<List<String>> malformed() {
        return Stream.of(
                request("G ET", PATH, ":authority", "localhost"),
                request("GET\r\n", PATH, ":authority", "localhost"),
                request("", PATH, ":authority", "localhost"),
                request("GET", "http://other.example" + PATH, ":authority", "localhost"),
                request("GET", "v1", ":authority", "localhost"),
                request("GET", PATH, "host", "other.example", "host", "localhost"),
                withField("accept", "*/*\r\nx: y"),
                withField("accept", "*/*\0"),
                withField("accept", " */*"),
                withField("x y", "z"),
                withField("x:y", "z"));
    }

    @Proves("RFC 9113, 8.2.1, 8.3")
    @ParameterizedTest
    @MethodSource("malformed")
    void a_malformed_request_is_reset_and_other_requests_of_its_connection_are_served(List<String> request)
            throws IOException {
        try (var connection = Http2Connection.withoutWindow(port)) {
            connection.get(1, PATH);
            connection.send(3, request);
            connection.get(5, PATH);
            assertThat(connection.nextReset()).isEqualTo(new Reset(3, Http2Error.PROTOCOL_ERROR.code()));
        }
        try (var connection = Http2Connection.withoutWindow(port)) {
            connection.send(1, request);
            connection.get(3, PATH);
            assertThat(connection.nextResponse()).isEqualTo(3);
        }
    }

    @Test
    void a_well_formed_request_is_served() throws IOException {
        try (var connection = Http2Connection.withoutWindow(port)) {
            connection.send(1, request("GET", PATH, "host", "localhost", "x-empty", "", "accept", "a/b, */*\t;q=1"));
            assertThat(connection.nextResponse()).isEqualTo(1);
        }
    }
}
