package dev.registrar.gateway.http;

import static dev.registrar.testing.postgresql.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.Http2Connection;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collections as files, over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExportedFilesTest {
    /** More than the sockets between client and service hold. */
    private static final int COURSES = 8_000;

    private static final String COURSE = "00000000-0000-4000-8000-000000000001";
    private static final String CREDENTIALS = "Basic cmVhZGVyOnJlYWRlcg==";
    private static final String SESSIONS_OF_EXPORTS =
            "pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE '%course.courses%' AND datname = current_database()";

    private static final String GET_ALL = """
            GET /v1/courses/ HTTP/1.1
            Host: localhost
            Authorization: %s
            Accept: text/csv

            """.formatted(CREDENTIALS);

    private Service service;
    private Client reader;

    @BeforeAll
    void a_large_catalogue() throws Exception {
        service = Service.start();
        reader = service.reader().withHeader("Accept", "text/csv");
        execute(service.databaseUri(), """
                    INSERT INTO course.courses SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'C', '00', 'LOGI', n::text,
                        'LOGI' || n, 'Logic', repeat('logic ', 660), NULL, NULL, 'registry', '2026-01-01'
                    FROM generate_series(1, %s) AS n""".formatted(COURSES), """
                    INSERT INTO course.course_terms (term_identifier, audit_permitted_code, exam_credit_flag, last_mod_user_name,
                        last_mod_date, course_id)
                    VALUES ('20251LOGI1', 0, false, 'registry', '2026-01-01', '%s')""".formatted(COURSE));
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private int port() {
        return URI.create(service.url()).getPort();
    }

    private void awaitEnd() {
        Await.until(
                "the transactions of exports have ended",
                () -> Sql.count(service.databaseUri(), SESSIONS_OF_EXPORTS) == 0);
    }

    private void awaitRunning() {
        Await.until("an export is running", () -> Sql.count(service.databaseUri(), SESSIONS_OF_EXPORTS) > 0);
    }

    private void loseDatabase() throws SQLException {
        awaitRunning();
        execute(service.databaseUri(), "SELECT pg_terminate_backend(pid) FROM " + SESSIONS_OF_EXPORTS);
    }

    @Proves({"RFC 9112, 7.1", "RFC 6266, 4"})
    @ParameterizedTest
    @CsvSource({"text/csv, text/csv;charset=utf-8, csv", "application/x-ndjson, application/x-ndjson, ndjson"})
    void a_file_has_a_name_and_a_media_type_but_no_length_and_is_not_compressed(
            String accepted, String mediaType, String extension) {
        var file = reader.withHeader("Accept", accepted)
                .withHeader("Accept-Encoding", "gzip")
                .get("/v1/courses/?fields[courses]=course_name")
                .expectStatus(200)
                .expectHeader("Content-Type", mediaType)
                .expectHeader("Transfer-Encoding", "chunked");
        assertThat(file.header("Content-Disposition"))
                .matches("attachment; filename=\"courses-20\\d\\d-\\d\\d-\\d\\d\\." + extension + "\"");
        assertThat(file.header("Vary")).contains("Accept");
        assertThat(Stream.of("Content-Length", "Content-Encoding", "ETag")).noneMatch(file::hasHeader);
        assertThat(file.body().lines().count()).isEqualTo(extension.equals("csv") ? COURSES + 1 : COURSES);
    }

    @Test
    void a_related_collection_is_a_file_too() {
        var file = reader.get(
                        "/v1/courses/%s/course_terms/?fields[course_terms]=term_identifier,course".formatted(COURSE))
                .expectStatus(200);
        assertThat(file.header("Content-Disposition")).contains("\"course_terms-");
        assertThat(file.body()).matches("id,term_identifier,course\r\n[0-9a-f-]{36},20251LOGI1,LOGI1\r\n");
    }

    @Proves("RFC 9110, 9.3.2")
    @Test
    void HEAD_gets_the_headers_and_leaves_no_file_behind() {
        for (var times = 0; times < 3; times++) {
            var head = reader.head("/v1/courses/")
                    .expectStatus(200)
                    .expectHeader("Content-Type", "text/csv;charset=utf-8");
            assertThat(head.header("Content-Disposition")).contains("courses-");
            assertThat(head.hasHeader("Content-Length")).isFalse();
            awaitEnd();
        }
        reader.head("/v1/courses/?sort=shoe_size").expectStatus(400);
    }

    @Test
    void what_is_wrong_is_an_errors_document() {
        for (var query : List.of("page[size]=5", "include=course_terms", "for_spreadsheet=perhaps")) {
            reader.get("/v1/courses/?" + query)
                    .expectStatus(400)
                    .expectHeader("Content-Type", "application/vnd.api+json");
        }
        service.reader()
                .get("/v1/courses/?for_spreadsheet=true")
                .expectStatus(400)
                .expectError("unknown_parameter");
        reader.get("/v1/courses/%s/".formatted(COURSE)).expectStatus(406).expectError("not_acceptable");
        reader.get("/v1/courses/9b1f0cf4-6dd3-4f0e-8d41-1f3d6f0c7a55/course_terms/")
                .expectStatus(404);
        service.anonymous().withHeader("Accept", "text/csv").get("/v1/courses/").expectStatus(401);
    }

    @Proves("RFC 9110, 12.5.1")
    @Test
    void a_client_that_accepts_anything_gets_a_document() {
        for (var accept : List.of("*/*", "text/html, */*;q=0.8", "text/csv;q=0.5, application/vnd.api+json")) {
            service.reader()
                    .withHeader("Accept", accept)
                    .get("/v1/courses/?page[size]=1")
                    .expectStatus(200)
                    .expectHeader("Content-Type", "application/vnd.api+json");
        }
        service.reader()
                .withHeader("Accept", "text/*")
                .get("/v1/course_terms/")
                .expectHeader("Content-Type", "text/csv;charset=utf-8");
    }

    @Test
    void a_third_file_at_once_gets_429_until_a_client_has_gone() throws IOException {
        try (var first = OpenConnection.to(port());
                var second = OpenConnection.to(port())) {
            for (var client : List.of(first, second)) {
                client.send(GET_ALL);
                assertThat(client.readLine()).isEqualTo("HTTP/1.1 200 OK");
            }
            reader.get("/v1/courses/")
                    .expectStatus(429)
                    .expectError("too_many_exports")
                    .expectHeader("Retry-After", "30");
            service.reader().get("/v1/courses/?page[size]=1").expectStatus(200);
        }
        awaitEnd();
        Await.until("there is room", () -> reader.get("/v1/course_terms/").status() == 200);
    }

    @Test
    void a_file_waits_for_a_slow_client_and_is_complete() throws IOException {
        try (var client = OpenConnection.to(port())) {
            client.send(GET_ALL.replace("Host:", "Connection: close\nHost:"));
            assertThat(client.readLine()).isEqualTo("HTTP/1.1 200 OK");
            awaitRunning();
            assertThat(client.readAll()).contains("LOGI" + COURSES + ",").endsWith("\n0\n");
        }
        awaitEnd();
    }

    @Proves("RFC 9112, 8")
    @Test
    void a_file_that_cannot_be_completed_has_no_last_chunk() throws Exception {
        try (var client = OpenConnection.to(port())) {
            client.send(GET_ALL);
            assertThat(client.readLine()).isEqualTo("HTTP/1.1 200 OK");
            loseDatabase();
            assertThat(everythingOf(client)).contains("LOGI1,").doesNotEndWith("\n0\n");
        }
    }

    /** The rest of a connection, which may end with a reset. */
    private static String everythingOf(OpenConnection client) {
        var text = new StringBuilder();
        try {
            for (var line = client.readLine(); line != null; line = client.readLine()) {
                text.append(line).append('\n');
            }
        } catch (IOException reset) {
            text.append("reset");
        }
        return text.toString();
    }

    @Proves("RFC 9113, 8.1")
    @Test
    void over_HTTP_2_its_stream_is_reset(@TempDir Path directory) throws Exception {
        var port = service.startGateway("http", PemFiles.issue(directory).addTo(new JsonObject()));
        try (var client = Http2Connection.withLargeWindow(port)) {
            client.send(
                    1,
                    List.of(
                            ":method",
                            "GET",
                            ":path",
                            "/v1/courses/",
                            ":scheme",
                            "https",
                            ":authority",
                            "localhost",
                            "authorization",
                            CREDENTIALS,
                            "accept",
                            "text/csv"));
            assertThat(client.nextResponse()).isEqualTo(1);
            loseDatabase();
            assertThat(client.nextReset().stream()).isEqualTo(1);
        }
    }

    @Test
    void a_client_that_reads_nothing_is_cut_off() throws IOException {
        var port = service.startGateway("http", new JsonObject().put("idle-timeout", "3 s"));
        try (var client = OpenConnection.to(port)) {
            client.send(GET_ALL);
            assertThat(client.readLine()).isEqualTo("HTTP/1.1 200 OK");
            awaitRunning();
            awaitEnd();
            assertThat(everythingOf(client)).doesNotEndWith("\n0\n");
        }
    }

    @Test
    void a_database_that_cannot_be_read_gets_503_before_the_first_byte() throws SQLException {
        try (var lock = Sql.hold(service.databaseUri(), "LOCK TABLE course.course_terms")) {
            assertThat(lock).isNotNull();
            reader.get("/v1/course_terms/").expectStatus(503).expectError("service_unavailable");
        }
    }
}
