package dev.registrar.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Client;
import dev.registrar.server.testing.RawConnection;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Protection against misuse: security headers, bodies of unauthenticated clients. */
@ExtendWith(ServiceExtension.class)
class HardeningTest {
    private static Client gateway(Service service, String section, JsonObject settings) {
        return Client.of("http://127.0.0.1:" + service.startGateway(section, settings));
    }

    @Test
    void every_response_has_security_headers_and_no_server_header(Service service) {
        for (var path : new String[] {"/v1/courses/", "/v1/openapi", "/v1/openapi.json", "/nothing"}) {
            var response = service.reader().get(path);
            response.expectHeader("X-Content-Type-Options", "nosniff")
                    .expectHeader("X-Frame-Options", "SAMEORIGIN")
                    .expectHeader("Referrer-Policy", "no-referrer");
            assertThat(response.header("Cache-Control")).contains("private");
            assertThat(response.hasHeader("Server")).isFalse();
            assertThat(response.hasHeader("Strict-Transport-Security")).isFalse();
        }
    }

    @Test
    void every_response_has_the_date_at_which_it_was_sent(Service service) {
        var earliest = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        for (var path : List.of("/v1/courses/", "/v1/openapi", "/nothing", "/v1/courses/?shoe=1")) {
            expectDate(service.reader().get(path).header("Date"), earliest);
        }
        var malformed = RawConnection.exchange(
                service.startGateway("http", new JsonObject()), "GET /v1/ HTTP/3.0\r\nHost: a\r\n\r\n");
        expectDate(malformed.replaceFirst("(?is).*\r\ndate: ([^\r]*)\r.*", "$1"), earliest);
    }

    private static void expectDate(String date, Instant earliest) {
        assertThat(date).matches("[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT");
        assertThat(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)))
                .isBetween(earliest, Instant.now());
    }

    @Test
    void a_service_with_an_https_url_sends_strict_transport_security(Service service) {
        gateway(service, "http", new JsonObject().put("public-url", "https://registrar.example.edu"))
                .get("/v1/courses/")
                .expectHeader("Strict-Transport-Security", "max-age=31536000");
    }

    @Test
    void a_service_with_an_https_url_sends_strict_transport_security_with_malformed_requests_too(Service service) {
        var port = service.startGateway("http", new JsonObject().put("public-url", "https://registrar.example.edu"));
        assertThat(RawConnection.exchange(port, "GET /v1/ HTTP/3.0\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 505")
                .containsIgnoringCase("\r\nstrict-transport-security: max-age=31536000\r\n");
    }

    @Test
    void the_body_of_an_unauthenticated_request_is_not_read(Service service) {
        var status = RawConnection.statusLine(service, """
                POST /v1/courses/ HTTP/1.1
                Host: a
                Content-Type: application/vnd.api+json
                Content-Length: 1000000

                """);
        assertThat(status).startsWith("HTTP/1.1 401 ");
    }
}
