package dev.registrar.server.operations;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.operations.LocalHealth;
import dev.registrar.resource.bus.LocalConsumers;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.Role;
import dev.registrar.server.node.Roles;
import dev.registrar.server.operations.OperationsVerticle.Parts;
import dev.registrar.server.operations.OperationsVerticle.Phase;
import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Liveness and readiness of a node, for load balancers and for whatever restarts failed processes. */
class HealthTest {
    @AutoClose
    private static Service service;

    @BeforeAll
    static void start() throws Exception {
        service = Service.start(new JsonObject()
                .put("operations", new JsonObject().put("health", true))
                .put("enrollment", new JsonObject().put("poll-interval", "24 h").put("decider", "bus")));
    }

    /** Starts the operations endpoint of another node, which consists of these parts. */
    private static Client operations(Supplier<Phase> phase, Parts parts) {
        var operations = new OperationsVerticle(phase, parts);
        var configuration = Service.configuration(service.databaseUri());
        configuration.getJsonObject("operations").put("health", true);
        Await.success(service.vertx().deployVerticle(operations, new DeploymentOptions().setConfig(configuration)));
        return Client.of("http://127.0.0.1:" + operations.port());
    }

    private static int readiness(Deployment node) {
        return Client.of("http://127.0.0.1:" + node.operationsPort())
                .get("/ready")
                .status();
    }

    private static void awaitReadiness(int status) {
        Await.until(
                "the readiness is " + status,
                () -> service.operations().get("/ready").status() == status);
    }

    private static String statusOf(String check, Response response) {
        for (var found : response.at("/checks")) {
            if (found.path("id").asText().equals(check)) {
                return found.path("status").asText();
            }
        }
        throw new AssertionError("No check " + check + " in " + response.body());
    }

    /** Its first requests take longest; clients do not have to wait for them. */
    @Test
    void a_node_has_read_each_of_its_resource_types_before_it_is_ready() throws Exception {
        var settings = new JsonObject().put("health", true).put("metrics", true);
        try (var measured = Service.start("operations", settings)) {
            measured.operations().get("/ready").expectStatus(200);
            var metrics = Exposition.of(measured.operations());
            assertThat(List.of("courses", "course_terms", "registrations"))
                    .allSatisfy(type -> assertThat(metrics.value(
                                    "registrar_bus_requests_seconds_count",
                                    "type=\"%s\"".formatted(type),
                                    "action=\"list\""))
                            .isPositive());
        }
    }

    private static Deployment node(Vertx vertx, Role role) {
        var configuration = Service.configuration(service.databaseUri());
        configuration.getJsonObject("operations").put("health", true);
        return new Deployment(vertx, configuration, new Roles(Set.of(role), 1));
    }

    @Test
    void a_node_is_not_ready_while_it_reads_its_resource_types() {
        var node = Vertx.vertx();
        var deployment = node(node, Role.COURSE);
        Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
        // Every other read of courses arrives here, the first one included.
        node.eventBus()
                .consumer(
                        LocalConsumers.addressOfObjects("registrar.courses"),
                        read -> node.executeBlocking(() -> statuses.add(readiness(deployment)))
                                .onComplete(probed -> read.fail(500, "only for this test")));
        Await.success(deployment.start());
        assertThat(statuses.peek()).isEqualTo(503);
        Await.success(node.close());
    }

    @Test
    void a_working_node_is_ready_and_lists_its_checks() {
        var ready = service.operations().get("/ready").expectStatus(200).expect("/status", "UP");
        assertThat(ready.at("/checks"))
                .extracting(check -> check.path("id").asText())
                .containsExactlyInAnyOrder(
                        "node",
                        "course",
                        "registration",
                        "enrollment",
                        "registrar.courses",
                        "registrar.course_terms",
                        "registrar.enrollment_limits",
                        "registrar.enrollment_permits",
                        "registrar.registrations",
                        "registrar.audit_events",
                        "registrar.imports",
                        "registrar.import_errors");
        service.operations().get("/live").expectStatus(200).expect("/status", "UP");
        service.operations().get("/metrics").expectStatus(404);
    }

    @Test
    void a_node_whose_schema_lacks_a_migration_is_not_ready() throws SQLException {
        Sql.execute(service.databaseUri(), "UPDATE course.schema_version SET version = version - 1");
        awaitReadiness(503);
        var notReady = service.operations().get("/ready").expectStatus(503).expect("/status", "DOWN");
        assertThat(statusOf("course", notReady)).isEqualTo("DOWN");
        assertThat(statusOf("registration", notReady)).isEqualTo("UP");
        Sql.execute(service.databaseUri(), "UPDATE course.schema_version SET version = version + 1");
        awaitReadiness(200);
    }

    @Test
    void a_node_without_its_database_is_live_but_not_ready() {
        service.postgres().freeze();
        awaitReadiness(503);
        var notReady = service.operations().get("/ready");
        assertThat(notReady.body()).doesNotContain("postgres");
        service.operations().get("/live").expectStatus(200);
        service.postgres().thaw();
        awaitReadiness(200);
    }

    @Test
    void readiness_reports_how_long_the_oldest_enrollment_has_been_due() throws SQLException {
        var course = service.newCourse();
        var pending = service.admin()
                .withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(unique("uni"), course))
                .expectStatus(202)
                .id();
        Sql.execute(
                service.databaseUri(),
                "UPDATE registration.registrations SET due_at = now() - interval '95 seconds' WHERE id = '%s'"
                        .formatted(pending));
        Await.until(
                "the age is reported",
                () -> service.operations()
                        .get("/ready")
                        .expectStatus(200)
                        .body()
                        .contains("\"oldest_due_seconds\":9"));
    }

    @Test
    void a_node_stays_ready_while_a_transaction_locks_the_registrations() throws SQLException {
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE registration.registrations")) {
            Await.until(
                    "the age of the enrollments is unknown",
                    () -> !service.operations().get("/ready").body().contains("oldest_due_seconds"));
            service.operations().get("/ready").expectStatus(200);
            session.rollback();
        }
        Await.until(
                "the age is known again",
                () -> service.operations()
                        .get("/ready")
                        .expectStatus(200)
                        .body()
                        .contains("oldest_due_seconds"));
    }

    @Test
    void readiness_names_an_address_that_no_node_consumes() {
        var operations =
                operations(() -> Phase.SERVING, new Parts(List.of(), List.of("registrar.courses", "registrar.grades")));
        var notReady = operations.get("/ready").expectStatus(503);
        assertThat(statusOf("registrar.courses", notReady)).isEqualTo("UP");
        assertThat(statusOf("registrar.grades", notReady)).isEqualTo("DOWN");
    }

    @Test
    void a_node_is_ready_from_the_end_of_its_start_until_it_begins_to_stop() {
        var phase = new AtomicReference<>(Phase.STARTING);
        var operations = operations(phase::get, new Parts(List.of(), List.of()));
        operations.get("/ready").expectStatus(503).expect("/checks/0/data/phase", "starting");
        phase.set(Phase.SERVING);
        operations.get("/ready").expectStatus(200).expect("/checks/0/data/phase", "serving");
        phase.set(Phase.STOPPING);
        operations.get("/ready").expectStatus(503).expect("/checks/0/data/phase", "stopping");
        operations.get("/live").expectStatus(200);
    }

    @Test
    void many_probes_share_few_checks() {
        var checks = new AtomicInteger();
        LocalHealth.register(service.vertx(), "counted", () -> {
            checks.incrementAndGet();
            return Future.succeededFuture(new JsonObject());
        });
        var operations = operations(() -> Phase.SERVING, new Parts(List.of("counted"), List.of()));
        var begin = System.nanoTime();
        InParallel.forEach(
                Collections.nCopies(500, "/ready"), path -> operations.get(path).expectStatus(200));
        var halfSeconds = (System.nanoTime() - begin) / 500_000_000;
        assertThat(checks).hasValueBetween(1, (int) halfSeconds + 1);
    }

    @Test
    void live_and_ready_allow_only_get_head_and_options() {
        for (var path : List.of("/live", "/ready")) {
            service.operations().head(path).expectStatus(200).expectHeader("Allow", "GET, HEAD, OPTIONS");
            service.operations().delete(path).expectStatus(405).expectError("method_not_allowed");
        }
    }
}
