package dev.registrar.gateway.http;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.certificate.IssuedCertificate;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stop of a service with requests in progress on one HTTP/2 connection; Java's client fails them all on GOAWAY. */
class Http2DrainTest {
    private static final int CHANGES = 3;

    @AutoClose
    private Service service;

    private URI url;
    private HttpClient client;

    @BeforeEach
    void a_service_with_tls(@TempDir Path directory) throws Exception {
        var issued = IssuedCertificate.issue("server");
        var settings = new JsonObject("""
                {"http": {"drain-delay": "70 ms", "drain-timeout": "12 s", "reply-timeout": "9 s"},
                 "database": {"pool-size": %s, "statement-timeout": "8 s", "lock-timeout": "7 s"}}""".formatted(CHANGES));
        PemFiles.of(issued, directory).addTo(settings.getJsonObject("http"));
        service = Service.start(settings);
        url = URI.create(service.url().replace("http:", "https:"));
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .sslContext(issued.trustingContext())
                .build();
    }

    private CompletableFuture<HttpResponse<String>> send(String method, String path, String document) {
        var credentials = Base64.getEncoder().encodeToString("admin:admin".getBytes(UTF_8));
        return client.sendAsync(
                HttpRequest.newBuilder(url.resolve(path))
                        .header("Authorization", "Basic " + credentials)
                        .header("Content-Type", "application/vnd.api+json")
                        .header("If-Match", "*")
                        .method(method, BodyPublishers.ofString(document))
                        .build(),
                BodyHandlers.ofString());
    }

    private String createCourse() {
        var created = send(
                        "POST", "/v1/courses/", course(unique("DRAIN"), "Logic").toString())
                .join();
        assertThat(created.version()).isEqualTo(HttpClient.Version.HTTP_2);
        return new JsonObject(created.body()).getJsonObject("data").getString("id");
    }

    private boolean refusesConnections() {
        try (var connection = new Socket(url.getHost(), url.getPort())) {
            return !connection.isConnected();
        } catch (IOException refused) {
            return true;
        }
    }

    @Test
    void every_request_in_progress_over_http_2_gets_its_response_when_the_service_stops() throws SQLException {
        var course = createCourse();
        try (var session = Sql.hold(
                service.databaseUri(), "SELECT FROM course.courses WHERE id = '%s' FOR UPDATE".formatted(course))) {
            var changes = IntStream.range(0, CHANGES)
                    .mapToObj(number -> send(
                            "PATCH",
                            "/v1/courses/%s/".formatted(course),
                            Document.of("courses", course)
                                    .attribute("suffix_two", Integer.toString(number))
                                    .toString()))
                    .toList();
            Await.until("a change waits for the course", () -> Sql.waitingForLocks(service.databaseUri()) > 0);
            var stopped = CompletableFuture.runAsync(service::stop);
            Await.until("new connections are refused", this::refusesConnections);
            session.rollback();
            assertThat(changes)
                    .allSatisfy(change -> assertThat(change.join().statusCode()).isEqualTo(200));
            stopped.join();
        }
    }
}
