package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Clients that close their output while they wait for the response to a read. All that close their connections do this, and
 * few read on.
 */
class ClosedOutputTest {
    private static final int MAX_IN_FLIGHT = 8;
    private static final int MANY = 3 * MAX_IN_FLIGHT;

    /** Has the linkage, which is in the table of the terms. */
    private static final String COURSES = "/v1/courses/?page[size]=3";

    private static final String COURSES_WITHOUT_LINKAGE = COURSES + "&fields[courses]=course_name";

    /** Less than the time after which PostgreSQL gives up what waits for the table. */
    private static final Duration SOON = Duration.ofSeconds(30);

    @AutoClose
    private static Service service;

    private static int port;

    @BeforeAll
    static void a_gateway_that_accepts_fewer_reads_of_a_type_than_there_are_connections_for_reads() throws Exception {
        service = Service.start(new JsonObject("""
                {"http": {"reply-timeout": "50 s", "idle-timeout": "51 s"},
                 "database": {"pool-size": 8, "max-wait": "48 s", "statement-timeout": "48 s", "lock-timeout": "47 s"}}"""));
        port = service.startGateway(
                "http",
                new JsonObject()
                        .put("max-in-flight", MAX_IN_FLIGHT)
                        .put("reply-timeout", "50 s")
                        .put("idle-timeout", "51 s"));
    }

    private static Connection lockTerms() throws SQLException {
        return Sql.hold(service.databaseUri(), "LOCK TABLE course.course_terms IN ACCESS EXCLUSIVE MODE");
    }

    private static OpenConnection readCourses() throws IOException {
        var connection = OpenConnection.to(port);
        connection.send("""
                GET %s HTTP/1.1
                Host: localhost
                Authorization: Basic cmVhZGVyOnJlYWRlcg==

                """.formatted(COURSES));
        return connection;
    }

    private static void manyClientsReadCoursesAndClose() throws IOException {
        for (var number = 0; number < MANY; number++) {
            readCourses().close();
        }
    }

    @Test
    void clients_that_close_their_connections_while_they_wait_do_not_take_the_places_of_others() throws Exception {
        var other = Client.of("http://127.0.0.1:" + port).withCredentials("reader", "reader");
        try (var lock = lockTerms()) {
            manyClientsReadCoursesAndClose();
            Await.until(
                    "another read succeeds",
                    SOON,
                    () -> other.get(COURSES_WITHOUT_LINKAGE).status() == 200);
            lock.rollback();
        }
    }

    @Proves("RFC 9112, 8")
    @Test
    void a_client_that_waits_with_its_output_closed_gets_503_when_many_others_have_closed_theirs() throws Exception {
        try (var lock = lockTerms();
                var first = readCourses()) {
            Await.until("its read waits for the table", () -> Sql.waitingForLocks(service.databaseUri()) == 1);
            first.endOutput();
            manyClientsReadCoursesAndClose();
            assertThat(first.readResponse())
                    .startsWith("HTTP/1.1 503 ")
                    .contains("\"code\":\"overloaded\"")
                    .contains("keep it open");
            lock.rollback();
        }
    }
}
