package dev.registrar.gateway.hostile;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests whose body arrives late or never. */
@ExtendWith(ServiceExtension.class)
@Timeout(60)
class HalfSentRequestsTest {
    private static final int CONCURRENT = 2;

    @Test
    void incomplete_requests_do_not_count_towards_the_concurrency_limit(Service service) throws IOException {
        var port = service.startGateway("http", new JsonObject().put("max-in-flight", CONCURRENT));
        var client = Client.of("http://127.0.0.1:" + port).withCredentials("admin", "admin");
        List<OpenConnection> waiting = new ArrayList<>();
        for (var number = 0; number < 2 * CONCURRENT; number++) {
            waiting.add(OpenConnection.halfSent(port, "GET"));
            waiting.add(OpenConnection.halfSent(port, "POST"));
        }
        client.get("/v1/courses/?page[size]=1").expectStatus(200);
        client.post("/v1/courses/", course(unique("HALF"), "Logic")).expectStatus(201);
        for (var connection : waiting) {
            connection.close();
        }
    }

    @Test
    void the_request_without_progress_for_longest_gets_503_to_make_room(Service service) throws IOException {
        var port = service.startGateway(
                "http", new JsonObject().put("max-body-size", 900).put("max-pending-bytes", 4 * 32_768 + 20_000));
        try (var first = OpenConnection.halfSent(port, "POST");
                var second = OpenConnection.halfSent(port, "POST");
                var third = OpenConnection.halfSent(port, "POST")) {
            first.send("{");
            Client.of("http://127.0.0.1:" + port).options("/v1/courses/").expectStatus(200);
            try (var fourth = OpenConnection.halfSent(port, "POST")) {
                assertThat(second.readResponse()).startsWith("HTTP/1.1 503 ").contains("\"code\":\"overloaded\"");
                first.send("}        ");
                assertThat(first.readResponse()).startsWith("HTTP/1.1 400 ").contains("malformed_document");
                third.send("{}        ");
                assertThat(third.readResponse()).startsWith("HTTP/1.1 400 ").contains("malformed_document");
                fourth.send("{}        ");
                assertThat(fourth.readResponse()).startsWith("HTTP/1.1 400 ").contains("malformed_document");
            }
        }
    }

    @Proves("RFC 9110, 10.1.1")
    @Test
    void a_body_is_not_asked_for_before_the_rest_of_the_request_is_valid(Service service) throws IOException {
        try (var connection = OpenConnection.to(URI.create(service.url()).getPort())) {
            connection.send("""
                    POST /v1/courses/ HTTP/1.1
                    Host: localhost
                    Content-Type: application/vnd.api+json
                    Content-Length: 10
                    Expect: 100-continue

                    """);
            assertThat(connection.readLine()).startsWith("HTTP/1.1 401 ");
        }
    }

    @Proves("RFC 9110, 15.5.14")
    @Test
    void a_body_announced_as_too_large_is_413_at_once(Service service) throws IOException {
        var port = service.startGateway("http", new JsonObject().put("max-body-size", 777));
        for (var expectation : List.of("Expect: 100-continue", "X-Other: 1")) {
            try (var connection = OpenConnection.to(port)) {
                connection.send("""
                        POST /v1/courses/ HTTP/1.1
                        Host: localhost
                        Authorization: Basic YWRtaW46YWRtaW4=
                        Content-Type: application/vnd.api+json
                        Content-Length: 778
                        %s

                        """.formatted(expectation));
                assertThat(connection.readResponse())
                        .as(expectation)
                        .startsWith("HTTP/1.1 413 ")
                        .contains("body_too_large", "777");
            }
        }
    }

    @Test
    void an_interrupted_upload_is_not_logged_as_an_error(Service service) throws IOException {
        var port = URI.create(service.url()).getPort();
        try (var log = RecordedLog.start(this)) {
            OpenConnection.halfSent(port, "POST").close();
            OpenConnection.halfSent(port, "GET").close();
            service.reader().get("/v1/courses/?page[size]=1").expectStatus(200);
            assertThat(log.messages(Level.ERROR)).noneMatch(message -> message.startsWith("Request "));
        }
    }
}
