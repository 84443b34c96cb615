package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.RawConnection;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Protection against misuse: security headers, cross-origin requests, bodies of unauthenticated clients. */
@ExtendWith(ServiceExtension.class)
class HardeningTest {
    private static final String PORTAL = "https://portal.example.edu";

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
    void a_service_with_an_https_url_sends_strict_transport_security(Service service) {
        gateway(service, "http", new JsonObject().put("public-url", "https://registrar.example.edu"))
                .get("/v1/courses/")
                .expectHeader("Strict-Transport-Security", "max-age=31536000");
    }

    @Test
    void pages_of_other_origins_may_not_call_the_service(Service service) {
        var response = service.reader().withHeader("Origin", PORTAL).get("/v1/courses/");
        assertThat(response.hasHeader("Access-Control-Allow-Origin")).isFalse();
    }

    @Test
    void pages_of_a_configured_origin_may_call_the_service_without_cookies(Service service) {
        var client = gateway(service, "http", new JsonObject().put("cors-origins", "https://a.example.edu, " + PORTAL));
        client.withHeader("Origin", PORTAL)
                .withHeader("Access-Control-Request-Method", "PATCH")
                .withHeader("Access-Control-Request-Headers", "authorization,content-type,if-match")
                .options("/v1/courses/")
                .expectStatus(204)
                .expectHeader("Access-Control-Allow-Origin", PORTAL);
        var response = client.withHeader("Origin", PORTAL)
                .withCredentials("reader", "reader")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200)
                .expectHeader("Access-Control-Allow-Origin", PORTAL);
        assertThat(response.header("Access-Control-Expose-Headers")).contains("ETag", "Location");
        assertThat(response.hasHeader("Access-Control-Allow-Credentials")).isFalse();
        var other = client.withHeader("Origin", "https://evil.example").withCredentials("reader", "reader");
        assertThat(other.get("/v1/courses/?page[size]=1").hasHeader("Access-Control-Allow-Origin"))
                .isFalse();
        assertThat(other.options("/v1/courses/").hasHeader("Access-Control-Allow-Origin"))
                .isFalse();
    }

    @Test
    void responses_vary_by_origin_when_cors_origins_are_configured(Service service) {
        var client = gateway(service, "http", new JsonObject().put("cors-origins", PORTAL))
                .withCredentials("reader", "reader");
        for (var caller : List.of(
                client, client.withHeader("Origin", PORTAL), client.withHeader("Origin", "https://other.example"))) {
            for (var response : List.of(caller.get("/v1/courses/?page[size]=1"), caller.options("/v1/courses/"))) {
                assertThat(String.join(",", response.headers("Vary")).toLowerCase(Locale.ROOT))
                        .contains("accept", "authorization")
                        .containsOnlyOnce("origin");
            }
        }
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
