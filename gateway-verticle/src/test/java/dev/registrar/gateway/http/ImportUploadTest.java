package dev.registrar.gateway.http;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.certificate.IssuedCertificate;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that clients send to be imported. */
@ExtendWith(ServiceExtension.class)
@Timeout(60)
class ImportUploadTest {
    private static final String COURSES = "/v1/imports/?resource_type=courses&dry_run=true";
    private static final String FILE = "course_identifier,course_name\nUPL1001,Logic\n";

    /** The head of a request with a file of 1,000 bytes, with its name as the key. */
    private static final String HEAD = """
            POST %s HTTP/1.1
            Host: localhost
            Authorization: Basic YWRtaW46YWRtaW4=
            Content-Type: text/csv
            Content-Length: 1000
            Idempotency-Key: %s
            %s
            """;

    private static final String ERROR =
            "{\"id\": \"r1\", \"status\": \"422\", \"code\": \"invalid_value\", \"title\": \"The value is not allowed\", \"detail\": \"%s\", \"source\": %s}";

    private final Service service;
    private final Client client;

    ImportUploadTest(Service service) {
        this.service = service;
        client = service.admin().withHeader("Content-Type", "text/csv");
    }

    private int port() {
        return URI.create(service.url()).getPort();
    }

    /** More than a document may have. */
    private static String largeFile() {
        return IntStream.range(0, 40_000)
                .mapToObj(row -> "UPL%s,%s\n".formatted(row, "x".repeat(60)))
                .collect(Collectors.joining("", "course_identifier,course_name\n", ""));
    }

    private long rowsOf(String importId) {
        return Sql.count(service.databaseUri(), "imports.rows WHERE import_id = '%s'".formatted(importId));
    }

    @Test
    void a_large_file_is_accepted_over_each_version_of_http(@TempDir Path directory) throws IOException {
        var certificate = IssuedCertificate.issue("server");
        var port =
                service.startGateway("http", PemFiles.of(certificate, directory).addTo(new JsonObject()));
        var overHttp2 = Client.trusting(certificate, port)
                .withCredentials("admin", "admin")
                .withHeader("Content-Type", "text/csv; charset=UTF-8");
        for (var each : new Client[] {client, overHttp2}) {
            var accepted = each.post(COURSES, largeFile()).expectStatus(202);
            assertThat(rowsOf(accepted.id())).isEqualTo(40_000);
            accepted.expectHeader("Content-Location", accepted.header("Location"))
                    .expectHeader("Retry-After", "1");
            each.get(accepted.header("Location")).expectStatus(200).expect("/data/attributes/created_by", "admin");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /v1/imports/ | the types that can be imported are courses
            /v1/imports/?resource_type=cources | did you mean courses?
            /v1/imports/?resource_type=audit_events | cannot be imported
            """)
    void the_type_of_the_resources_is_required(String path, String remedy) {
        var refused = client.post(path, FILE).expectStatus(400);
        refused.expectError("malformed_parameter", "parameter", "resource_type");
        assertThat(refused.text("/errors/0/detail")).contains(remedy);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Content-Type | application/vnd.api+json
            Content-Type | text/csv; charset=iso-8859-1
            Content-Encoding | gzip
            """)
    void a_file_in_another_form_is_refused(String header, String value) {
        var refused = client.withHeader(header, value).post(COURSES, FILE).expectStatus(415);
        refused.expectError("unsupported_media_type", "header", header);
    }

    @Test
    void callers_who_cannot_change_anything_cannot_import() {
        service.reader()
                .withHeader("Content-Type", "text/csv")
                .post(COURSES, FILE)
                .expectStatus(403);
        service.reader().get("/v1/imports/").expectStatus(200);
    }

    @Test
    void nothing_is_left_of_a_file_that_is_cut_and_it_can_be_sent_again() throws IOException {
        var key = unique("key");
        var connection = OpenConnection.to(port());
        connection.send(HEAD.formatted(COURSES, key, ""));
        connection.send(FILE + "UPL1002,x\n".repeat(40));
        connection.reset();
        Await.until(
                "the verticle has noticed it",
                () -> Sql.count(service.databaseUri(), "imports.imports WHERE received_until > now()") == 0);
        client.withHeader("Idempotency-Key", key).post(COURSES, FILE).expectStatus(202);
        assertThat(Sql.count(
                        service.databaseUri(),
                        "imports.imports WHERE idempotency_key = '%s' AND state IS NOT NULL".formatted(key)))
                .isOne();
    }

    @Test
    void a_client_that_waits_for_permission_is_refused_before_it_sends_the_file() throws IOException {
        try (var connection = OpenConnection.to(port())) {
            connection.send(HEAD.formatted(COURSES + "&match_by=nothing", unique("key"), "Expect: 100-continue\n"));
            assertThat(connection.readLine()).isEqualTo("HTTP/1.1 400 Bad Request");
        }
        try (var connection = OpenConnection.to(port())) {
            connection.send(HEAD.formatted(COURSES, unique("key"), "Expect: 100-continue\n"));
            assertThat(connection.readLine()).isEqualTo("HTTP/1.1 100 Continue");
        }
    }

    @Test
    void a_file_that_stops_arriving_is_cut_off() throws IOException {
        var port = service.startGateway("http", new JsonObject().put("idle-timeout", "3 s"));
        try (var connection = OpenConnection.to(port)) {
            connection.send(HEAD.formatted(COURSES, unique("key"), "") + FILE);
            assertThat(connection.readAll()).doesNotContain("202 Accepted");
        }
    }

    @Test
    void rejected_rows_are_a_file_that_can_be_sent_again() {
        var accepted = client.post(COURSES, "course_identifier,course_name\r\n\"ERR,1\",\"Two\r\nlines\"\r\n")
                .expectStatus(202);
        Await.until("it has ended or waits", () -> rowsOf(accepted.id()) == 1);
        Sql.read(service.databaseUri(), """
                INSERT INTO imports.import_errors (import_id, line, errors, content)
                SELECT import_id, 99, '[%s, %s]', content FROM imports.rows WHERE import_id = '%s' RETURNING id""".formatted(
                        ERROR.formatted("It is \\\"wrong\\\".", "{\"column\": \"course_name\"}"),
                        ERROR.formatted("Really.", "{}"),
                        accepted.id()));
        var rejected = service.admin()
                .withHeader("Accept", "text/csv")
                .get(accepted.header("Location") + "errors/")
                .expectStatus(200);
        assertThat(rejected.body())
                .startsWith("course_identifier,course_name,errors\r\n")
                .contains("\"ERR,1\",\"Two\r\nlines\",\"course_name: It is \"\"wrong\"\". Really.\"\r\n");
        var again = client.post(COURSES, rejected.body()).expectStatus(202);
        Sql.read(service.databaseUri(), """
                INSERT INTO imports.import_errors (import_id, line, errors, content)
                SELECT import_id, 99, '[%s]', content
                FROM imports.rows WHERE import_id = '%s' LIMIT 1 RETURNING id""".formatted(ERROR.formatted("Still wrong.", "{}"), again.id()));
        assertThat(service.admin()
                        .withHeader("Accept", "text/csv")
                        .get(again.header("Location") + "errors/")
                        .body())
                .startsWith("course_identifier,course_name,errors\r\n")
                .contains("\"ERR,1\",\"Two\r\nlines\",Still wrong.\r\n");
    }
}
