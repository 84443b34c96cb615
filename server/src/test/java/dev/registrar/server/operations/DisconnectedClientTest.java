package dev.registrar.server.operations;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.certificate.IssuedCertificate;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.Http2Connection;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that are gone before their response: a read makes room for other requests at once, a change goes on. */
class DisconnectedClientTest {
    private static final String READER = "Basic cmVhZGVyOnJlYWRlcg==";
    private static final String TERMS = "/v1/course_terms/?page[size]=7";

    /** Without the linkage, which is in the table of the terms. */
    private static final String COURSES = "/v1/courses/?page[size]=3&fields[courses]=course_name";

    /** Twice database.pool-size. */
    private static final int READ_CONNECTIONS = 2;

    private static final IssuedCertificate CERTIFICATE = IssuedCertificate.issue("server");

    @AutoClose
    private static Service service;

    private static int port;
    private static int http2Port;

    @BeforeAll
    static void a_service_that_waits_long_and_gateways_that_accept_one_request_of_a_kind(@TempDir Path directory)
            throws Exception {
        service = Service.start(new JsonObject("""
                {"http": {"reply-timeout": "50 s", "idle-timeout": "51 s"},
                 "database": {"pool-size": 1, "max-wait": "48 s", "statement-timeout": "48 s", "lock-timeout": "47 s"},
                 "operations": {"metrics": true}}"""));
        var settings = new JsonObject("""
                {"max-in-flight": 1, "reply-timeout": "50 s", "idle-timeout": "51 s"}""");
        port = service.startGateway("http", settings);
        http2Port =
                service.startGateway("http", PemFiles.of(CERTIFICATE, directory).addTo(settings));
    }

    /** How a client leaves that has sent a GET. */
    private enum Departure {
        CLOSES_ITS_CONNECTION {
            @Override
            Leaving get(String path) throws IOException {
                return send("GET", path, "");
            }
        },
        RESETS_ITS_STREAM {
            @Override
            Leaving get(String path) throws IOException {
                var connection = Http2Connection.to(http2Port);
                connection.send(
                        1,
                        List.of(
                                ":method",
                                "GET",
                                ":scheme",
                                "http",
                                ":path",
                                path,
                                ":authority",
                                "localhost",
                                "authorization",
                                READER));
                return () -> connection.reset(1);
            }

            @Override
            Client other() {
                return Client.trusting(CERTIFICATE, http2Port);
            }
        };

        abstract Leaving get(String path) throws IOException;

        /** Another client of the same gateway. */
        Client other() {
            return Client.of("http://127.0.0.1:" + port);
        }
    }

    @FunctionalInterface
    private interface Leaving {
        void leave() throws IOException;
    }

    private static Leaving send(String method, String path, String body) throws IOException {
        var connection = OpenConnection.to(port);
        connection.send("""
                %s %s HTTP/1.1
                Host: localhost
                Authorization: Basic YWRtaW46YWRtaW4=
                Content-Type: application/vnd.api+json
                Content-Length: %s

                %s""".formatted(method, path, body.length(), body));
        return connection::reset;
    }

    private static double metric(String name, String label) {
        return Exposition.of(service.operations()).value(name, label);
    }

    private static double waitingForConnections() {
        return metric("registrar_database_waiting", "pool=\"read\"");
    }

    private static long waitingForLocks() {
        return Sql.waitingForLocks(service.databaseUri());
    }

    private static double disconnected() {
        return metric("registrar_http_requests_seconds_count", "status=\"disconnected\"");
    }

    /** Lets a client leave, and waits until the gateway knows. */
    private static void leave(Leaving client) throws IOException {
        var before = disconnected();
        client.leave();
        Await.until("the gateway knows that the client is gone", () -> disconnected() == before + 1);
    }

    private static Connection lock(String table) throws SQLException {
        return Sql.hold(service.databaseUri(), "LOCK TABLE course.%s IN ACCESS EXCLUSIVE MODE".formatted(table));
    }

    private static CompletableFuture<Response> read(String path) {
        return CompletableFuture.supplyAsync(() -> service.reader().get(path));
    }

    /** Occupies all connections for reads, with a table that is locked. */
    private static List<CompletableFuture<Response>> occupyConnections(String path) {
        var reads = Stream.generate(() -> read(path)).limit(READ_CONNECTIONS).toList();
        Await.until("all connections are in use", () -> waitingForLocks() == READ_CONNECTIONS);
        return reads;
    }

    private static void expectSuccess(List<CompletableFuture<Response>> reads) {
        reads.forEach(read -> read.join().expectStatus(200));
    }

    @ParameterizedTest
    @EnumSource
    void a_read_whose_client_is_gone_waits_for_no_connection_and_never_begins(Departure departure) throws Exception {
        try (var courses = lock("courses");
                var terms = lock("course_terms")) {
            var others = occupyConnections(COURSES);
            var client = departure.get(TERMS);
            Await.until("the read waits for a connection", () -> waitingForConnections() == 1);
            client.leave();
            Await.until("the read does not wait any more", () -> waitingForConnections() == 0);
            courses.rollback();
            expectSuccess(others);
            service.reader().get(COURSES).expectStatus(200);
            assertThat(waitingForLocks())
                    .as("reads of the table that is still locked")
                    .isZero();
            terms.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_read_whose_client_is_gone_does_not_count_as_in_progress_any_more(Departure departure) throws Exception {
        var gateway = departure.other().withCredentials("reader", "reader");
        try (var terms = lock("course_terms")) {
            var client = departure.get(TERMS);
            Await.until("the read has begun", () -> waitingForLocks() == 1);
            leave(client);
            var other = CompletableFuture.supplyAsync(() -> gateway.get(TERMS));
            Await.until("another one has begun or was rejected", () -> waitingForLocks() == 2 || other.isDone());
            terms.rollback();
            other.join().expectStatus(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_read_goes_on_if_the_client_of_another_one_that_is_read_together_with_it_is_gone(Departure departure)
            throws Exception {
        var path = "/v1/courses/%s/".formatted(service.newCourse());
        try (var terms = lock("course_terms")) {
            var others = occupyConnections(TERMS);
            var client = departure.get(path);
            Await.until("the first read waits for a connection", () -> waitingForConnections() == 1);
            var second = read(path);
            Await.until("the second one waits with it", () -> waitingForConnections() == 2);
            leave(client);
            terms.rollback();
            second.join().expectStatus(200);
            expectSuccess(others);
        }
    }

    @Test
    void a_change_goes_on_although_its_client_is_gone() throws Exception {
        var identifier = unique("GONE");
        try (var courses = Sql.hold(service.databaseUri(), "LOCK TABLE course.courses IN SHARE MODE")) {
            var client =
                    send("POST", "/v1/courses/", course(identifier, "Logic").toString());
            Await.until("the change waits for the table", () -> waitingForLocks() == 1);
            leave(client);
            courses.rollback();
        }
        Await.until(
                "the course exists",
                () -> service.reader()
                                .get("/v1/courses/?filter[course_identifier]=" + identifier)
                                .at("/meta/pagination/count")
                                .asInt()
                        == 1);
    }
}
