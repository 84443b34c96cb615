package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.http.RawConnection;
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
    void a_service_with_an_https_url_sends_strict_transport_security_with_malformed_requests_too(Service service) {
        var port = service.startGateway("http", new JsonObject().put("public-url", "https://registrar.example.edu"));
        for (var version : List.of("1.1", "3.0")) {
            assertThat(RawConnection.exchange(
                            port, "GET /v1/ HTTP/%s\r\nHost: a\r\nConnection: close\r\n\r\n".formatted(version)))
                    .containsIgnoringCase("\r\nstrict-transport-security: max-age=31536000\r\n");
        }
    }
}
