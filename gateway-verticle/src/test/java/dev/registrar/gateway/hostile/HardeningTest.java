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

/** What keeps the service from being misused: headers for browsers, other origins, bodies of strangers. */
@ExtendWith(ServiceExtension.class)
class HardeningTest {
    private static final String PORTAL = "https://portal.example.edu";

    private static Client gateway(Service service, String section, JsonObject settings) {
        return Client.of("http://127.0.0.1:" + service.startGateway(section, settings));
    }

    @Test
    void every_answer_tells_browsers_to_be_careful_and_nobody_what_serves_it(Service service) {
        for (var path : new String[] {"/v1/courses/", "/v1/openapi", "/v1/openapi.json", "/nothing"}) {
            var answer = service.reader().get(path);
            answer.expectHeader("X-Content-Type-Options", "nosniff")
                    .expectHeader("X-Frame-Options", "SAMEORIGIN")
                    .expectHeader("Referrer-Policy", "no-referrer");
            assertThat(answer.header("Cache-Control")).contains("private");
            assertThat(answer.hasHeader("Server")).isFalse();
            assertThat(answer.hasHeader("Strict-Transport-Security")).isFalse();
        }
    }

    @Test
    void where_clients_use_tls_they_are_told_to_use_nothing_else(Service service) {
        gateway(service, "http", new JsonObject().put("public-url", "https://registrar.example.edu"))
                .get("/v1/courses/")
                .expectHeader("Strict-Transport-Security", "max-age=31536000");
    }

    @Test
    void pages_of_other_origins_may_not_call_it(Service service) {
        var answer = service.reader().withHeader("Origin", PORTAL).get("/v1/courses/");
        assertThat(answer.hasHeader("Access-Control-Allow-Origin")).isFalse();
    }

    @Test
    void pages_of_a_configured_origin_may(Service service) {
        var client = gateway(service, "http", new JsonObject().put("cors-origins", "https://a.example.edu, " + PORTAL));
        client.withHeader("Origin", PORTAL)
                .withHeader("Access-Control-Request-Method", "PATCH")
                .withHeader("Access-Control-Request-Headers", "authorization,content-type,if-match")
                .options("/v1/courses/")
                .expectStatus(204)
                .expectHeader("Access-Control-Allow-Origin", PORTAL);
        var answer = client.withHeader("Origin", PORTAL)
                .withCredentials("reader", "reader")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200)
                .expectHeader("Access-Control-Allow-Origin", PORTAL);
        assertThat(answer.header("Access-Control-Expose-Headers")).contains("ETag", "Location");
        assertThat(answer.hasHeader("Access-Control-Allow-Credentials")).isFalse();
        var other = client.withHeader("Origin", "https://evil.example").withCredentials("reader", "reader");
        assertThat(other.get("/v1/courses/?page[size]=1").hasHeader("Access-Control-Allow-Origin"))
                .isFalse();
        assertThat(other.options("/v1/courses/").hasHeader("Access-Control-Allow-Origin"))
                .isFalse();
    }

    @Test
    void where_some_may_no_cache_mistakes_what_one_origin_gets_for_what_another_does(Service service) {
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
    void a_body_is_not_read_before_its_sender_is_known(Service service) {
        var status = RawConnection.statusLine(service, """
                POST /v1/courses/ HTTP/1.1
                Host: a
                Content-Type: application/vnd.api+json
                Content-Length: 1000000

                """);
        assertThat(status).startsWith("HTTP/1.1 401 ");
    }
}
