package dev.registrar.gateway;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.gateway.testing.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.OpenConnection;
import dev.registrar.gateway.testing.RecordedLog;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests whose rest comes late, or never. */
@ExtendWith(ServiceExtension.class)
@Timeout(60)
class HalfSentRequestsTest {
    private static final int CONCURRENT = 2;

    /** The service asks for the body when all else about the request is right. */
    private static OpenConnection halfSent(int port, String method) throws IOException {
        var connection = OpenConnection.to(port);
        connection.send("""
                %s /v1/courses/ HTTP/1.1
                Host: localhost
                Authorization: Basic YWRtaW46YWRtaW4=
                Content-Type: application/vnd.api+json
                Content-Length: 10
                Expect: 100-continue

                """.formatted(method));
        assertThat(connection.readLine()).isEqualTo("HTTP/1.1 100 Continue");
        assertThat(connection.readLine()).isEmpty();
        return connection;
    }

    @Test
    void they_take_no_place_of_those_that_are_whole(Service service) throws IOException {
        var port = service.startGateway("http", new JsonObject().put("max-in-flight", CONCURRENT));
        var client = Client.of("http://127.0.0.1:" + port).withCredentials("admin", "admin");
        List<OpenConnection> waiting = new ArrayList<>();
        for (var number = 0; number < 2 * CONCURRENT; number++) {
            waiting.add(halfSent(port, "GET"));
            waiting.add(halfSent(port, "POST"));
        }
        client.get("/v1/courses/?page[size]=1").expectStatus(200);
        client.post("/v1/courses/", course(unique("HALF"), "Logic")).expectStatus(201);
        for (var connection : waiting) {
            connection.close();
        }
    }

    @Test
    void the_one_that_has_made_no_progress_for_longest_makes_room(Service service) throws IOException {
        var port = service.startGateway(
                "http", new JsonObject().put("max-body-size", 900).put("max-pending-bytes", 30_000));
        try (var first = halfSent(port, "POST");
                var second = halfSent(port, "POST");
                var third = halfSent(port, "POST")) {
            first.send("{");
            Client.of("http://127.0.0.1:" + port).options("/v1/courses/").expectStatus(200);
            try (var fourth = halfSent(port, "POST")) {
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

    @Test
    void a_body_is_asked_for_when_all_else_is_right_and_not_before(Service service) throws IOException {
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

    @Test
    void an_upload_that_is_broken_off_is_no_error_of_the_service(Service service) throws IOException {
        var port = URI.create(service.url()).getPort();
        try (var log = RecordedLog.start(this)) {
            halfSent(port, "POST").close();
            halfSent(port, "GET").close();
            service.reader().get("/v1/courses/?page[size]=1").expectStatus(200);
            assertThat(log.messages(Level.ERROR)).noneMatch(message -> message.startsWith("Request "));
        }
    }
}
