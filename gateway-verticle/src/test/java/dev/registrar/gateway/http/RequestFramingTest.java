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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a request ends, on which the service and every proxy must agree so that none can be smuggled, and requests in a pipeline. */
@ExtendWith(ServiceExtension.class)
@Timeout(60)
class RequestFramingTest {
    private static final int MANY = 1000;

    private static final String READ = """
            GET /v1/courses/?page[size]=3 HTTP/1.1
            Host: localhost
            X-Request-Id: number-%s
            Authorization: Basic cmVhZGVyOnJlYWRlcg==

            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: xchunked\nContent-Length: 2",
                "Transfer-Encoding: x\nTransfer-Encoding: chunked"
            })
    void an_unknown_transfer_coding_is_400_and_what_follows_is_not_served_as_a_request(
            String framing, Service service) {
        var response = RawConnection.sendLines(service, """
                GET /v1/courses/ HTTP/1.1
                Host: localhost
                Authorization: Basic YWRtaW46YWRtaW4=
                %s

                GET /v1/hidden HTTP/1.1
                Host: localhost
                Connection: close

                """.formatted(framing));
        assertThat(response)
                .startsWith("HTTP/1.1 400 ")
                .contains("Transfer-Encoding", "malformed_request")
                .doesNotContain("/v1/hidden");
    }

    @Proves("RFC 9112, 7.1")
    @ParameterizedTest
    @CsvSource({
        "GET /nothing, 404",
        "POST /v1/courses/, 401",
        "BREW /v1/courses/, 405",
        "OPTIONS /v1/courses/, 200",
        "GET /v1/, 200"
    })
    void a_request_whose_response_needs_no_body_gets_it_also_if_a_malformed_chunk_follows_at_once(
            String request, int status, Service service) {
        for (var body : List.of("zz\n{}\n", "2\n{}\nzz\n", "2\n{}xx")) {
            var responses = RawConnection.exchange(URI.create(service.url()).getPort(), """
                    %s HTTP/1.1
                    Host: localhost
                    Transfer-Encoding: chunked

                    %s""".formatted(request, body)
                    .replace("\n", "\r\n"));
            assertThat(responses)
                    .as(body)
                    .startsWith("HTTP/1.1 %s ".formatted(status))
                    .containsOnlyOnce("HTTP/1.1 ");
        }
    }

    /** Sends the head of a request without credentials, which gets 401 before its body is read. */
    private static void sendWithoutCredentials(OpenConnection connection, int length) throws IOException {
        connection.send("""
                POST /v1/courses/ HTTP/1.1
                Host: localhost
                Content-Length: %s

                """.formatted(length));
        assertThat(connection.readLine()).startsWith("HTTP/1.1 401 ");
    }

    @Test
    void the_connection_is_closed_when_the_body_of_a_rejected_request_does_not_arrive_in_time(Service service)
            throws IOException {
        var port = service.startGateway("http", new JsonObject().put("request-timeout", "150 ms"));
        try (var connection = OpenConnection.to(port)) {
            sendWithoutCredentials(connection, 99_999);
            var line = "";
            while (line != null) {
                line = connection.readLine();
            }
        }
    }

    @Test
    void the_connection_stays_open_when_the_body_of_a_rejected_request_arrives_in_time(Service service)
            throws IOException {
        var port = service.startGateway("http", new JsonObject().put("request-timeout", "20 s"));
        try (var connection = OpenConnection.to(port)) {
            sendWithoutCredentials(connection, 4);
            connection.send("abcd");
            connection.send("""
                    OPTIONS /v1/courses/ HTTP/1.1
                    Host: localhost

                    """);
            var line = connection.readLine();
            while (!line.contains("HTTP/1.1 200")) {
                line = connection.readLine();
            }
        }
        Client.of("http://127.0.0.1:" + port)
                .withCredentials("reader", "reader")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
    }

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
