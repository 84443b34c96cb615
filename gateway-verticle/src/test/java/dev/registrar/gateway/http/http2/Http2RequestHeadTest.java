package dev.registrar.gateway.http.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.Http2Connection;
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
import org.junit.jupiter.params.provider.MethodSource;

/** A malformed request over HTTP/2 is reset (RFC 9113, 8.1.1) without effect on other requests of its connection. */
@ExtendWith(ServiceExtension.class)
class Http2RequestHeadTest {
    private static final String PATH = "/v1/openapi.json";

    private static int port;

    @BeforeAll
    static void a_gateway_that_speaks_http_2(Service service, @TempDir Path directory) throws IOException {
        port = service.startGateway("http", PemFiles.issue(directory).addTo(new JsonObject()));
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
                request("G\u00c9T", PATH, ":authority", "localhost"),
                request("GET\r\n", PATH, ":authority", "localhost"),
                request("", PATH, ":authority", "localhost"),
                request("GET", "http://other.example" + PATH, ":authority", "localhost"),
                request("GET", "v1", ":authority", "localhost"),
                request("GET", PATH, "host", "other.example", "host", "localhost"),
                request("GET", PATH, "host", "localhost", "host", "localhost"),
                withField("accept", "*/*\r\nx: y"),
                withField("accept", "*/*\0"),
                withField("accept", " */*"),
                withField("accept", "*/*\t"),
                withField("x y", "z"),
                withField("x:y", "z"),
                withField("x\r\ny", "z"));
    }

    @Proves("RFC 9113, 8.2.1, 8.3")
    @ParameterizedTest
    @MethodSource("malformed")
    void a_malformed_http_2_request_is_reset_and_other_requests_of_its_connection_are_served(List<String> request)
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
    void a_well_formed_http_2_request_is_served() throws IOException {
        try (var connection = Http2Connection.withoutWindow(port)) {
            connection.send(1, request("GET", PATH, "host", "localhost", "x-empty", "", "accept", "a/b, */*\t;q=1"));
            assertThat(connection.nextResponse()).isEqualTo(1);
        }
    }
}
