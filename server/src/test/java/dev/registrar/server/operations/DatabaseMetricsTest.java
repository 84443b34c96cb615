package dev.registrar.server.operations;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The metrics show which resource type and which action need the time of the database. */
class DatabaseMetricsTest {
    private static final String USES = "registrar_database_use_seconds_count";
    private static final String WAITS = "registrar_database_wait_seconds_count";
    private static final String TIME = "registrar_database_use_seconds_sum";

    @AutoClose
    private static Service service;

    /** Enrollments are decided by nobody, so that only the tests send requests. */
    @BeforeAll
    static void a_service_with_metrics() throws Exception {
        service = Service.start(new JsonObject()
                .put("operations", new JsonObject().put("metrics", true))
                .put("enrollment", new JsonObject().put("decider", "bus")));
    }

    private static Exposition metrics() {
        return Exposition.of(service.operations());
    }

    private static Response newCourse() {
        return service.admin()
                .post("/v1/courses/", course(unique("SQL"), "Relational algebra"))
                .expectStatus(201);
    }

    /** Expects that connections were used this often for a type and an action, and apart from that only by processes. */
    private static void expectUses(Exposition before, int times, String pool, String type, String action) {
        var after = metrics();
        assertThat(after.increaseSince(before, USES, label("pool", pool), label("type", type), label("action", action)))
                .isEqualTo(times);
        assertThat(after.increaseSince(before, USES) - after.increaseSince(before, USES, "type=\"\"", "action=\"\""))
                .isEqualTo(times);
    }

    private static String label(String name, String value) {
        return "%s=\"%s\"".formatted(name, value);
    }

    @Test
    void the_size_of_a_pool_is_known() {
        assertThat(metrics().value("registrar_database_connections_max", "pool=\"read\""))
                .isEqualTo(4);
    }

    @Test
    void a_read_counts_for_its_type_and_its_action() {
        var url = newCourse().header("Location");
        var before = metrics();
        service.reader().get(url).expectStatus(200);
        expectUses(before, 1, "read", "courses", "get");
    }

    @Test
    void a_related_read_counts_for_the_type_that_was_asked() {
        var url = newCourse().header("Location");
        var before = metrics();
        service.reader().get(url + "course_terms/").expectStatus(200);
        var after = metrics();
        assertThat(after.increaseSince(before, USES, "type=\"courses\"", "action=\"related\""))
                .isPositive();
        assertThat(after.increaseSince(before, USES, "type=\"course_terms\"")).isZero();
    }

    @Test
    void a_search_counts_as_a_scan_that_has_waited_once() {
        var before = metrics();
        service.reader().get("/v1/courses/?filter[search]=algebra").expectStatus(200);
        expectUses(before, 1, "scan", "courses", "list");
        assertThat(metrics().increaseSince(before, WAITS, label("pool", "scan")))
                .isEqualTo(1);
    }

    @Test
    void a_change_counts_for_its_type_and_its_action() {
        var url = newCourse().header("Location");
        var before = metrics();
        service.admin().delete(url).expectStatus(204);
        expectUses(before, 1, "write", "courses", "delete");
    }

    @Test
    void all_transactions_of_a_request_with_a_key_count_for_its_type_and_its_action() {
        var course = newCourse().id();
        var before = metrics();
        service.admin()
                .withHeader("Idempotency-Key", unique("sql-"))
                .withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(unique("sql"), course))
                .expectStatus(202);
        expectUses(before, 2, "write", "registrations", "create");
    }

    @Test
    void what_no_request_waits_for_has_neither_a_type_nor_an_action() {
        Await.until(
                "processes have used connections",
                () -> metrics().value(USES, "pool=\"background\"", "type=\"\"", "action=\"\"") > 0);
    }

    @Test
    void the_time_of_a_slow_statement_is_seen_at_its_type_and_its_action() throws Exception {
        var url = newCourse().header("Location");
        var before = metrics();
        var nanos = 0L;
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE course.courses IN ACCESS EXCLUSIVE MODE")) {
            var waiting = CompletableFuture.supplyAsync(() -> service.reader().get(url));
            Await.until(
                    "the connection is in use",
                    () -> metrics().value("registrar_database_connections_in_use", "pool=\"read\"") == 1);
            var start = System.nanoTime();
            service.reader().get("/v1/registrations/").expectStatus(200);
            nanos = System.nanoTime() - start;
            session.rollback();
            waiting.join().expectStatus(200);
        }
        assertThat(metrics().increaseSince(before, TIME, "type=\"courses\"", "action=\"get\""))
                .isGreaterThan(nanos / (double) TimeUnit.SECONDS.toNanos(1));
    }
}
