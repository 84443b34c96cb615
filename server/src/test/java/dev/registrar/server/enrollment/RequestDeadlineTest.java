package dev.registrar.server.enrollment;

import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.postgresql.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every wait of a request counts towards one deadline: the client learns the outcome before it, and the outcome that it
 * learns is true.
 */
class RequestDeadlineTest {
    /** Longer than the shipped http.reply-timeout. */
    private static final Duration LONGER_THAN_A_REQUEST = Duration.ofMillis(2_600);

    @AutoClose
    private static DecidedService enrollment;

    @BeforeAll
    static void a_service_with_one_connection_for_changes_and_a_decider_of_the_test() throws Exception {
        enrollment = DecidedService.start(
                new JsonObject().put("sync-window", "600 ms"),
                new JsonObject()
                        .put("pool-size", 1)
                        .put("max-wait", "1800 ms")
                        .put("lock-timeout", "1900 ms")
                        .put("statement-timeout", "1950 ms"));
    }

    private static Service service() {
        return enrollment.service();
    }

    private static Client admin() {
        return service().admin();
    }

    private static CompletableFuture<Response> register(Client client, String uni, String course) {
        return CompletableFuture.supplyAsync(() -> client.post("/v1/registrations/", registration(uni, course)));
    }

    private static long registrationsOf(String uni) {
        return service()
                .reader()
                .get("/v1/registrations/?filter[uni]=" + uni)
                .at("/meta/pagination/count")
                .asLong();
    }

    /** Sends a request that waits for a locked course, unlocks it after this many milliseconds, and returns the response. */
    private static Response whileLocked(int millis, String course, Supplier<CompletableFuture<Response>> request)
            throws SQLException {
        try (var session = service().databaseSession()) {
            lock(session, course);
            var sent = request.get();
            Await.until(
                    "the request waits for the course",
                    () -> Sql.waitingForLocks(service().databaseUri()) > 0);
            execute(session, "SELECT pg_sleep(%s / 1000.0)".formatted(millis));
            session.rollback();
            return sent.join();
        }
    }

    private static void lock(Connection session, String course) throws SQLException {
        session.setAutoCommit(false);
        execute(session, "SELECT FROM course.courses WHERE id = '%s' FOR UPDATE".formatted(course));
    }

    @Proves("RFC 7240, 4.3")
    @ParameterizedTest
    @ValueSource(strings = {"wait=2", "wait=5"})
    void a_registration_delayed_by_a_locked_row_and_then_by_a_slow_decider_is_accepted_with_202(String preference)
            throws SQLException {
        enrollment.decide(undecided -> {});
        var uni = unique("uni");
        var course = service().newCourse();
        whileLocked(1_000, course, () -> register(admin().withHeader("Prefer", preference), uni, course))
                .expectStatus(202);
        assertThat(registrationsOf(uni)).isEqualTo(1);
    }

    @Test
    void a_registration_that_failed_with_503_is_not_made_later() throws SQLException {
        enrollment.decideAlways(DecidedService.CONFIRM);
        var uni = unique("uni");
        var first = service().newCourse();
        var second = service().newCourse();
        try (var session = service().databaseSession()) {
            lock(session, first);
            lock(session, second);
            var other = register(admin(), unique("uni"), first);
            Await.until(
                    "the only connection waits for the first course",
                    () -> Sql.waitingForLocks(service().databaseUri()) == 1);
            execute(session, "SELECT pg_sleep(0.3)");
            assertThat(register(admin(), uni, second).join().status()).isEqualTo(503);
            assertThat(other.join().status()).isEqualTo(503);
            session.rollback();
        }
        Await.until(
                "no statement waits for a lock",
                () -> Sql.waitingForLocks(service().databaseUri()) == 0);
        register(admin(), unique("uni"), second).join().expectStatus(201);
        assertThat(registrationsOf(uni)).isZero();
    }

    @Test
    void a_rejected_registration_that_cannot_be_deleted_in_time_is_accepted_with_202_and_shown_as_rejected()
            throws SQLException {
        var uni = unique("uni");
        try (var session = service().databaseSession()) {
            session.setAutoCommit(false);
            enrollment.decide(message -> {
                try {
                    execute(session, "SELECT FROM registration.idempotency_keys FOR UPDATE");
                    message.reply(REJECT);
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            });
            var accepted = register(
                            admin().withHeader("Idempotency-Key", unique("key")),
                            uni,
                            service().newCourse())
                    .join()
                    .expectStatus(202);
            session.rollback();
            enrollment.awaitProcess(accepted, "rejected");
        }
    }

    @Test
    void the_time_that_a_client_takes_to_send_the_body_does_not_count_towards_the_deadline() throws IOException {
        var document = course(unique("SLOW"), "Logic").toString();
        try (var connection = OpenConnection.to(URI.create(service().url()).getPort())) {
            connection.send("""
                    POST /v1/courses/ HTTP/1.1
                    Host: localhost
                    Authorization: Basic YWRtaW46YWRtaW4=
                    Content-Type: application/vnd.api+json
                    Content-Length: %s

                    {""".formatted(document.length()));
            var end = System.nanoTime() + LONGER_THAN_A_REQUEST.toNanos();
            Await.until("more time has passed than the deadline allows", () -> System.nanoTime() > end);
            connection.send(document.substring(1));
            assertThat(connection.readLine()).isEqualTo("HTTP/1.1 201 Created");
        }
    }
}
