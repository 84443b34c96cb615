package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.RawConnection;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Pipelined requests over one HTTP/1.1 connection, and the limit on connections. */
@ExtendWith(ServiceExtension.class)
@Timeout(60)
class PipeliningTest {
    private static final int MANY = 1000;

    private static final String READ = """
            GET /v1/courses/?page[size]=3 HTTP/1.1
            Host: localhost
            X-Request-Id: number-%s
            Authorization: Basic cmVhZGVyOnJlYWRlcg==

            """;

    @Proves("RFC 9112, 9.3.2")
    @Test
    void a_thousand_pipelined_requests_are_served_in_order_when_the_client_finally_reads(Service service)
            throws IOException {
        var port = URI.create(service.url()).getPort();
        try (var connection = OpenConnection.to(port)) {
            for (var number = 0; number < MANY; number++) {
                connection.send(READ.formatted(number));
            }
            service.reader().get("/v1/courses/?page[size]=1").expectStatus(200);
            for (var number = 0; number < MANY; number++) {
                assertThat(connection.readResponse())
                        .startsWith("HTTP/1.1 200 OK")
                        .containsIgnoringCase("x-request-id: number-%s\n".formatted(number));
            }
        }
    }

    @Test
    void pipelined_requests_with_bodies_are_served_in_order(Service service) {
        var responses = RawConnection.exchange(URI.create(service.url()).getPort(), """
                POST /v1/courses/ HTTP/1.1
                Host: localhost
                X-Request-Id: first
                Authorization: Basic YWRtaW46YWRtaW4=
                Content-Type: application/vnd.api+json
                Content-Length: 5

                {"a":OPTIONS /v1/courses/ HTTP/1.1
                Host: localhost
                X-Request-Id: second

                POST /v1/courses/ HTTP/1.1
                Host: localhost
                X-Request-Id: third
                Content-Length: 7

                1234567GET /v1/courses/ HTTP/1.1
                Host: localhost
                X-Request-Id: fourth
                Connection: close

                """.replace("\n", "\r\n"));
        assertThat(responses)
                .containsSubsequence(
                        "400 Bad Request", "first", "200 OK", "second", "401 Unauthorized", "third", "401", "fourth");
    }

    @Test
    void a_connection_beyond_the_limit_closes_the_least_recently_used_one(Service service) throws IOException {
        var forTwo = new JsonObject().put("max-body-size", 3).put("max-pending-bytes", 2 * 32_768 + 10_000);
        var port = service.startGateway("http", forTwo);
        try (var first = OpenConnection.to(port);
                var second = OpenConnection.to(port)) {
            second.send("OPTIONS /v1/courses/ HTTP/1.1\nHost: a\n\n");
            assertThat(second.readResponse()).startsWith("HTTP/1.1 200 OK");
            first.send("OPTIONS /v1/courses/ HTTP/1.1\nHost: a\n\n");
            assertThat(first.readResponse()).startsWith("HTTP/1.1 200 OK");
            Client.of("http://127.0.0.1:" + port).options("/v1/courses/").expectStatus(200);
            assertThat(second.readLine()).isNull();
        }
    }
}
