package dev.registrar.gateway.database;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.gateway.testing.Documents.registration;
import static dev.registrar.gateway.testing.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Document;
import dev.registrar.gateway.testing.InParallel;
import dev.registrar.gateway.testing.LossyNetwork;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Connections to the database may fall silent, as after a failover or in a firewall: they are given up and replaced. */
class SilentDatabaseTest {
    private static final int CONNECTIONS = 3;

    /** More than there are connections for reading. */
    private static final List<Integer> CLIENTS = IntStream.range(0, 8).boxed().toList();

    private static LossyNetwork network;
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

    @AfterAll
    static void stop() {
        network.close();
        service.close();
    }

    private static Response read() {
        return service.reader().get("/v1/courses/?page[size]=1");
    }

    private static void awaitReads() {
        Await.until("the service reads", () -> read().status() == 200);
    }

    @Test
    void readers_are_told_to_come_back_or_read_on_new_connections() {
        InParallel.forEach(CLIENTS, client -> awaitReads());
        network.loseConnections();
        InParallel.forEach(CLIENTS, client -> assertThat(read().status()).isIn(200, 503));
        awaitReads();
    }

    @Test
    void where_one_connection_is_silent_no_other_reader_waits_for_those_that_were_open_beside_it() {
        InParallel.forEach(CLIENTS, client -> awaitReads());
        network.loseConnections();
        var lost = network.silentConnections();
        read().expectStatus(503);
        Await.until("the other connections are closed", () -> network.silentConnections() <= lost - CONNECTIONS);
        read().expectStatus(200);
    }

    /** As long as both sides of a lost connection wait for each other to close it, nobody else gets its place. */
    @Test
    void connections_that_are_cut_are_replaced_without_a_word_from_the_other_side() {
        InParallel.forEach(CLIENTS, client -> awaitReads());
        network.cutConnections();
        InParallel.forEach(CLIENTS, client -> assertThat(read().status()).isIn(200, 503));
        awaitReads();
    }

    @Test
    void connections_that_fall_silent_while_they_are_made_are_given_up_too() {
        network.loseNewConnections(true);
        network.loseConnections();
        InParallel.forEach(CLIENTS, client -> read().expectStatus(503).expectHeader("Retry-After", "1"));
        network.loseNewConnections(false);
        awaitReads();
    }

    @Test
    void events_and_enrollments_go_on() {
        var course = service.admin()
                .post("/v1/courses/", course(unique("SILENT"), "Logic"))
                .expectStatus(201)
                .id();
        Set<String> subjects = ConcurrentHashMap.newKeySet();
        var subscriber = service.vertx()
                .eventBus()
                .<JsonObject>consumer(
                        "registrar.events", event -> subjects.add(event.body().getString("subject")));
        network.loseConnections();
        Await.until("a registration is taken and confirmed", () -> {
            var registered = service.admin().post("/v1/registrations/", registration(unique("silent"), course));
            return registered.status() == 201;
        });
        Await.until(
                "its event is told", () -> subjects.stream().anyMatch(subject -> subject.startsWith("registrations/")));
        Await.success(subscriber.unregister());
    }

    @Test
    void what_a_silent_connection_kept_locked_is_free_again() throws SQLException {
        var created = service.admin().post("/v1/courses/", course(unique("SILENT"), "Logic"));
        try (var session = service.databaseSession()) {
            lock(session, created.id());
            var changed = CompletableFuture.supplyAsync(() -> patchIfMatch(created, "Ethics"));
            Await.until("the change waits for the row", () -> isWaitedFor(session));
            network.loseConnections();
            session.rollback();
            assertThat(changed.join().expectStatus(503).text("/errors/0/detail"))
                    .contains("may have been made or not", "same Idempotency-Key");
        }
        Await.until("the row is free", () -> patchIfMatch(created, "Rhetoric").status() == 200);
    }

    @Test
    void a_service_stops_soon_although_nothing_comes_from_the_database() throws Exception {
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

    private static Response patchIfMatch(Response course, String name) {
        return service.admin()
                .withHeader("If-Match", "*")
                .patch(
                        course.header("Location"),
                        Document.of("courses", course.id()).attribute("course_name", name));
    }

    private static void lock(Connection session, String courseId) throws SQLException {
        session.setAutoCommit(false);
        try (var statement = session.createStatement()) {
            statement.execute("SELECT FROM course.courses WHERE id = '%s' FOR UPDATE".formatted(courseId));
        }
    }

    private static boolean isWaitedFor(Connection session) {
        try (var statement = session.createStatement();
                var waiting = statement.executeQuery("SELECT FROM pg_locks WHERE NOT granted")) {
            return waiting.next();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
