package dev.registrar.server.log;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.authentication.Sessions;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.RawConnection;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The access log: a line for each response. */
@ExtendWith(ServiceExtension.class)
class AccessLogTest {
    private static int port;
    private static Client anonymous;

    private final String agent = unique("agent/");

    @AutoClose
    private final WrittenLog log = WrittenLog.start(this);

    @BeforeAll
    static void a_gateway_with_an_access_log(Service service) {
        port = service.startGateway(new JsonObject()
                .put("log", new JsonObject().put("access", true))
                .put(
                        "http",
                        new JsonObject().put("trusted-proxies", "127.0.0.1").put("forwarded-headers", "Forwarded")));
        anonymous = Client.of("http://127.0.0.1:" + port);
    }

    private Client client() {
        return anonymous.withHeader("User-Agent", agent);
    }

    private Client reader() {
        return client().withCredentials("reader", "reader");
    }

    @Test
    void a_response_has_a_line_with_request_client_caller_status_size_duration_and_agent() {
        var response = reader().withHeader("X-Request-Id", "request-4711")
                .withHeader("Forwarded", "for=192.0.2.60")
                .get("/v1/courses/?page[size]=1&filter[course_name]=Secret")
                .expectStatus(200);
        var size = response.body().getBytes(StandardCharsets.UTF_8).length;
        assertThat(log.awaitLines(agent))
                .singleElement()
                .asString()
                .matches(
                        "\\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO  access - \\[request-4711\\] 192\\.0\\.2\\.60 \"reader\" \"GET /v1/courses/ HTTP/1\\.1\" 200 %s bytes \\d+ ms \"%s\""
                                .formatted(size, agent));
        assertThat(log.all()).doesNotContain("Secret");
    }

    @Test
    void as_json_each_value_has_its_name_in_the_elastic_common_schema() {
        var response = reader().withHeader("X-Request-Id", "request-4712")
                .withHeader("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00")
                .get("/v1/courses/?page[size]=1");
        var json = log.awaitJson(agent);
        assertThat(json.getInstant("@timestamp")).isNotNull();
        assertThat(json.getLong("event.duration")).isPositive();
        assertThat(json.getMap())
                .containsEntry("log.level", "INFO")
                .containsEntry("log.logger", "access")
                .containsEntry("service.name", "registrar")
                .containsEntry("http.request.id", "request-4712")
                .containsEntry("trace.id", "0af7651916cd43dd8448eb211c80319c")
                .containsEntry("client.ip", "127.0.0.1")
                .containsEntry("user.name", "reader")
                .containsEntry("http.request.method", "GET")
                .containsEntry("url.path", "/v1/courses/")
                .containsEntry("http.version", "1.1")
                .containsEntry("http.response.status_code", 200)
                .containsEntry("http.response.body.bytes", response.body().getBytes(StandardCharsets.UTF_8).length)
                .containsEntry("user_agent.original", agent);
    }

    @Test
    void a_caller_who_is_not_authenticated_has_no_name() {
        client().get("/v1/courses/").expectStatus(401);
        assertThat(log.awaitLines(agent))
                .singleElement()
                .asString()
                .contains(" 127.0.0.1 - \"GET /v1/courses/ HTTP/1.1\" 401 ");
        assertThat(log.awaitJson(agent).containsKey("user.name")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/ HTTP/1.1\r\nHost: a b\r\nUser-Agent: %agent\r\nConnection: close\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\nUser-Agent: %agent\r\n\r\n",
                "NONSENSE %agent\r\n\r\n"
            })
    void responses_to_requests_that_reach_no_route_have_a_line_too(String request) {
        assertThat(RawConnection.exchange(port, request.replace("%agent", agent)))
                .startsWith("HTTP/1.");
        assertThat(log.awaitJson(request.startsWith("NONSENSE") ? "\" 400 " : agent)
                        .getMap())
                .containsKeys("http.request.id", "http.response.status_code");
    }

    @Test
    void a_logged_value_can_neither_begin_a_line_nor_control_a_terminal_nor_end_its_quotes() {
        var hostile = "\"x\\ \u009b31m %s".formatted(agent);
        var request = "GET /v1/courses/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nUser-Agent: %s\r\n\r\n";
        assertThat(RawConnection.exchange(port, request.formatted(hostile))).startsWith("HTTP/1.1 401 ");
        assertThat(log.awaitLines(agent))
                .singleElement()
                .asString()
                .contains("\"\\\"x\\\\ ")
                .matches("[\\x20-\\x7e\\u00a0-\\u00ff]*");
        assertThat(log.all()).doesNotContain("\u009b");
    }

    @Test
    void of_an_absolute_url_only_the_path_is_logged() {
        var request = "GET http://admin:url-password@a/v1/none?secret HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                + "User-Agent: %s\r\n\r\n".formatted(agent);
        assertThat(RawConnection.exchange(port, request)).startsWith("HTTP/1.1 4");
        assertThat(log.awaitJson(agent).getString("url.path")).isEqualTo("/v1/none");
        assertThat(log.all()).doesNotContain("url-password");
    }

    @Test
    void long_values_are_shortened() {
        client().withHeader("User-Agent", agent + "u".repeat(3000))
                .get("/" + "p".repeat(3000))
                .expectStatus(404);
        assertThat(log.awaitLines(agent).get(0)).hasSizeLessThan(800);
    }

    @Test
    void credentials_and_keys_are_never_logged() {
        log.addDetails();
        var password = "pass-word-%s".formatted(agent.hashCode());
        client().withCredentials("admin", password).get("/v1/courses/").expectStatus(401);
        client().withHeader("Authorization", "Bearer " + password)
                .get("/v1/courses/")
                .expectStatus(401);
        var opened = Sessions.open(client().withCredentials("admin", "admin"));
        Sessions.script(client(), opened)
                .withHeader("Idempotency-Key", "key-" + password)
                .post("/v1/courses/", course(unique("logged-"), "Logged"))
                .expectStatus(201);
        client().withCredentials("admin", "admin")
                .get("/v1/%s?access_token=%s".formatted("none", password))
                .expectStatus(404);
        assertThat(log.awaitLines("/v1/none")).hasSize(1);
        var encoded = Base64.getEncoder().encodeToString("admin:admin".getBytes(StandardCharsets.UTF_8));
        assertThat(log.all())
                .contains("POST /v1/sessions/", "POST /v1/courses/")
                .doesNotContain(
                        password,
                        encoded,
                        Sessions.cookie(opened, "registrar_session"),
                        Sessions.cookie(opened, "registrar_csrf"));
    }
}
