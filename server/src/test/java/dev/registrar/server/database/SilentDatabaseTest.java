package dev.registrar.server.database;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.connection.LossyNetwork;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Connections to the database that go silent, as after a failover or behind a firewall, are closed and replaced. */
class SilentDatabaseTest {
    private static final int CONNECTIONS = 3;

    /** Those for reading, for scans, and of each of two verticles for changes and for processes. */
    private static final int ALL_CONNECTIONS = 6 + 1 + 2 * (3 + 2);

    /** More than there are connections for reading. */
    private static final List<Integer> CLIENTS = IntStream.range(0, 8).boxed().toList();

    @AutoClose
    private static LossyNetwork network;

    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_behind_a_network() throws Exception {
        network = new LossyNetwork();
        service = Service.start(
                new JsonObject()
                        .put(
                                "database",
                                new JsonObject().put("pool-size", CONNECTIONS).put("lock-timeout", "2 s")),
                network::inFrontOf);
    }

    private static Response read() {
        return service.reader().get("/v1/courses/?page[size]=1");
    }

    private static void awaitReads() {
        Await.until("the service reads", () -> read().status() == 200);
    }

    @Test
    void one_failed_read_on_a_silent_connection_makes_the_service_replace_all_of_them() {
        InParallel.forEach(CLIENTS, client -> awaitReads());
        network.loseConnections();
        var lost = network.silentConnections();
        read().expectStatus(503);
        Await.until("the other connections are closed", () -> network.silentConnections() <= lost - CONNECTIONS);
        read().expectStatus(200);
    }

    /** While both ends of a lost connection wait for the other to close it, it occupies its place in the pool. */
    @Test
    void connections_cut_without_a_reply_from_the_database_are_replaced() {
        InParallel.forEach(CLIENTS, client -> awaitReads());
        network.cutConnections();
        InParallel.forEach(CLIENTS, client -> assertThat(read().status()).isIn(200, 503));
        awaitReads();
    }

    @Test
    void connections_that_go_silent_while_they_are_opened_are_given_up() {
        network.loseNewConnections(true);
        network.loseConnections();
        InParallel.forEach(CLIENTS, client -> read().expectStatus(503).expectHeader("Retry-After", "1"));
        network.loseNewConnections(false);
        awaitReads();
    }

    @Test
    void connections_that_a_frozen_database_accepts_are_given_up() {
        network.ignoreNewConnections(true);
        network.resetConnections();
        Await.until("the service has opened more connections than it may have at once", () -> {
            InParallel.forEach(CLIENTS, client -> read().expectStatus(503).expectHeader("Retry-After", "1"));
            return network.ignoredConnections() > ALL_CONNECTIONS;
        });
        network.ignoreNewConnections(false);
        awaitReads();
    }

    @Test
    void events_and_enrollments_continue_after_connections_went_silent() {
        var course = service.newCourse();
        Set<String> subjects = ConcurrentHashMap.newKeySet();
        var subscriber = service.vertx()
                .eventBus()
                .<JsonObject>consumer(
                        "registrar.events", event -> subjects.add(event.body().getString("subject")));
        network.loseConnections();
        Await.until("a registration is created and confirmed", () -> {
            var registered = service.register(course);
            return registered.status() == 201;
        });
        Await.until(
                "the event of the registration arrives",
                () -> subjects.stream().anyMatch(subject -> subject.startsWith("registrations/")));
        Await.success(subscriber.unregister());
    }

    @Test
    void a_row_locked_by_a_silent_connection_is_unlocked_again() throws SQLException {
        var created = service.admin().post("/v1/courses/", course(unique("SILENT"), "Logic"));
        try (var session = Sql.hold(
                service.databaseUri(),
                "SELECT FROM course.courses WHERE id = '%s' FOR UPDATE".formatted(created.id()))) {
            var changed = CompletableFuture.supplyAsync(() -> patchIfMatch(created, "Ethics"));
            Await.until("the change waits for the row", () -> Sql.waitingForLocks(service.databaseUri()) > 0);
            network.loseConnections();
            session.rollback();
            assertThat(changed.join().expectStatus(503).text("/errors/0/detail"))
                    .as("a transaction that has not come to its COMMIT")
                    .contains("nothing was changed");
        }
        Await.until("the row is free", () -> patchIfMatch(created, "Rhetoric").status() == 200);
    }

    @Test
    void a_keyed_change_whose_connection_is_lost_before_its_end_was_not_made_and_the_client_is_told_so()
            throws SQLException {
        var keyed = service.admin().withHeader("Idempotency-Key", unique("key"));
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE course.courses IN SHARE MODE")) {
            var created =
                    CompletableFuture.supplyAsync(() -> keyed.post("/v1/courses/", course(unique("SILENT"), "Logic")));
            Await.until("the change waits for the table", () -> Sql.waitingForLocks(service.databaseUri()) > 0);
            network.loseConnections();
            assertThat(created.join().expectStatus(503).text("/errors/0/detail"))
                    .contains("nothing was changed");
            session.rollback();
        }
        awaitReads();
    }

    @Test
    void a_change_whose_connection_is_lost_in_its_last_statement_may_have_been_made_and_the_client_is_told_so()
            throws SQLException {
        var created = service.admin().post("/v1/courses/", course(unique("SILENT"), "Logic"));
        try (var session = Sql.hold(
                service.databaseUri(),
                "SELECT FROM course.courses WHERE id = '%s' FOR UPDATE".formatted(created.id()))) {
            var changed = CompletableFuture.supplyAsync(() -> patch(service.admin(), created, "Ethics"));
            Await.until("the change waits for the row", () -> Sql.waitingForLocks(service.databaseUri()) > 0);
            network.loseConnections();
            assertThat(changed.join().expectStatus(503).text("/errors/0/detail"))
                    .contains("may or may not have been made", "before you repeat it");
            session.rollback();
        }
        awaitReads();
    }

    @Test
    void a_change_for_which_no_connection_can_be_opened_was_not_made_and_the_client_is_told_so() {
        InParallel.forEach(CLIENTS, client -> awaitReads());
        network.resetNewConnections(true);
        network.resetConnections();
        InParallel.forEach(CLIENTS, client -> service.admin().post("/v1/courses/", course(unique("RESET"), "Logic")));
        var changed = service.admin().post("/v1/courses/", course(unique("RESET"), "Logic"));
        network.resetNewConnections(false);
        assertThat(changed.expectStatus(503).text("/errors/0/detail")).contains("nothing was changed");
        awaitReads();
    }

    @Test
    void a_service_stops_promptly_while_the_database_is_silent() throws Exception {
        try (var lossy = new LossyNetwork();
                var stopped = Service.start(
                        new JsonObject().put("http", new JsonObject().put("drain-delay", "0 s")), lossy::inFrontOf)) {
            lossy.loseNewConnections(true);
            lossy.cutConnections();
            var begin = System.nanoTime();
            stopped.stop();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(12));
        }
    }

    @Test
    void a_frozen_database_is_logged_and_the_service_stops_promptly_without_logging_that_waiting_work_fails()
            throws Exception {
        try (var frozen = new LossyNetwork();
                var log = RecordedLog.start(this);
                var stopped = Service.start(
                        new JsonObject().put("http", new JsonObject().put("drain-delay", "0 s")), frozen::inFrontOf)) {
            frozen.ignoreNewConnections(true);
            frozen.resetConnections();
            Await.until("the log says that the database does not respond", () -> {
                stopped.reader().get("/v1/courses/").expectStatus(503);
                return !log.warnings("PostgreSQL does not respond to a new connection")
                        .isEmpty();
            });
            var begin = System.nanoTime();
            stopped.stop();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(12));
            assertThat(log.warnings("Pool closed")).isEmpty();
        }
    }

    private static Response patchIfMatch(Response course, String name) {
        return patch(service.admin().withHeader("If-Match", "*"), course, name);
    }

    private static Response patch(Client client, Response course, String name) {
        return client.patch(
                course.header("Location"), Document.of("courses", course.id()).attribute("course_name", name));
    }
}
