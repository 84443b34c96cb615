package dev.registrar.server.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.Role;
import dev.registrar.server.node.Roles;
import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.RawConnection;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The metrics count every response with an error by its code, also those to requests that reach no resource. */
class ErrorMetricsTest {
    private static final String REQUESTS = "registrar_http_requests_seconds_count";
    private static final Vertx VERTX = Vertx.vertx();

    private static int port;
    private static Client operations;

    @BeforeAll
    static void a_gateway_with_metrics() {
        var configuration = Service.configuration("postgresql://nobody:nothing@127.0.0.1:1/none")
                .mergeIn(new JsonObject().put("operations", new JsonObject().put("metrics", true)), true);
        var deployment = new Deployment(VERTX, configuration, new Roles(Set.of(Role.GATEWAY), 1));
        port = Await.success(deployment.start());
        operations = Client.of("http://127.0.0.1:" + deployment.operationsPort());
    }

    @AfterAll
    static void stop() {
        Await.success(VERTX.close());
    }

    private static void expectCounted(String code, Exposition before) {
        Await.until(
                "it is counted",
                () -> Exposition.of(operations)
                                .increaseSince(before, "registrar_http_errors_total", "code=\"%s\"".formatted(code))
                        == 1);
    }

    @Test
    void a_defect_that_only_the_gateway_notices_is_counted_as_internal_error() {
        var before = Exposition.of(operations);
        VERTX.eventBus().consumer("registrar.courses", request -> request.reply("not a document"));
        Client.of("http://127.0.0.1:" + port)
                .withCredentials("reader", "reader")
                .get("/v1/courses/")
                .expectStatus(500);
        expectCounted("internal_error", before);
    }

    @ParameterizedTest
    @CsvSource({
        "GET /v1/none HTTP/1.1, localhost, not_found",
        "GET /v1/ HTTP/1.1, an impossible host, malformed_request",
        "GET /v1/?q=%%zz HTTP/1.1, localhost, malformed_request",
        "NONSENSE, localhost, malformed_request",
        "GET /v1/ HTTP/4.2, localhost, http_version_not_supported"
    })
    void a_request_that_reaches_no_resource_is_counted_by_its_code(String requestLine, String host, String code) {
        var before = Exposition.of(operations);
        var request = "%s\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(requestLine, host);
        assertThat(RawConnection.exchange(port, request)).contains("\"code\":\"%s\"".formatted(code));
        expectCounted(code, before);
        Await.until("the request is counted", () -> Exposition.of(operations).increaseSince(before, REQUESTS) == 1);
    }
}
