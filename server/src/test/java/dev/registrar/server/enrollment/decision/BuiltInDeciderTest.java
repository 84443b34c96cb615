package dev.registrar.server.enrollment.decision;

import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import dev.registrar.registration.enrollment.EnrollmentWorker;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The built-in decider confirms a registration if its course is in effect, even if another verticle consumes the decider's
 * address.
 */
class BuiltInDeciderTest {
    private static final String UNASKED = "is never asked";

    @AutoClose
    private static Service service;

    private final Queue<Object> asked = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void a_service_that_decides_itself() throws Exception {
        service = Service.start("enrollment", new JsonObject().put("decider", "built-in"));
    }

    private void consumeAt(Vertx vertx) {
        vertx.eventBus().consumer("registrar.enrollment.decide", message -> {
            asked.add(message.headers() + " " + message.body());
            message.reply(REJECT);
        });
    }

    private static void deployWorkerAt(Vertx vertx) {
        var options = new DeploymentOptions().setConfig(Service.configuration(service.databaseUri()));
        Await.success(vertx.deployVerticle(new EnrollmentWorker(), options));
    }

    /** The course begins and ends so many days after today. */
    @ParameterizedTest
    @CsvSource({"-1, 1, 201", "2, 9, 409", "-9, -2, 409"})
    void a_registration_is_confirmed_between_the_first_and_the_last_day_of_its_course(int start, int end, int status) {
        var today = LocalDate.now(ZoneOffset.UTC);
        var course = service.admin()
                .post(
                        "/v1/courses/",
                        course(unique("EFF"), "Logic")
                                .attribute(
                                        "effective_start_date",
                                        today.plusDays(start).toString())
                                .attribute(
                                        "effective_end_date",
                                        today.plusDays(end).toString()))
                .id();
        var response = service.admin()
                .post("/v1/registrations/", registration(unique("uni"), course))
                .expectStatus(status);
        if (status == 409) {
            var missed = today.plusDays(start > 0 ? start : end).toString();
            assertThat(response.expectError("enrollment_rejected").text("/errors/0/detail"))
                    .contains(missed);
        }
    }

    @Test
    void the_built_in_decider_uses_the_current_dates_of_the_course() {
        var courseId = service.admin()
                .post("/v1/courses/", course(unique("DATES"), "Logic"))
                .id();
        for (var status : List.of(201, 409, 201)) {
            var end = status == 201 ? "null" : "\"1999-12-31\"";
            service.admin()
                    .patch("/v1/courses/" + courseId + "/", """
                            {"data": {"type": "courses", "id": "%s", "attributes": {"effective_end_date": %s}}}""".formatted(courseId, end))
                    .expectStatus(200);
            service.admin()
                    .post("/v1/registrations/", registration(unique("dates"), courseId))
                    .expectStatus(status);
        }
    }

    @Test
    void another_decider_is_not_asked_and_the_log_warns_of_it() {
        consumeAt(service.vertx());
        try (var log = RecordedLog.start(this)) {
            deployWorkerAt(service.vertx());
            Await.until("the log warns", () -> !log.warnings(UNASKED).isEmpty());
        }
        var courseId = service.admin()
                .post("/v1/courses/", course(unique("BUILTIN"), "Logic"))
                .id();
        service.admin()
                .post("/v1/registrations/", registration(unique("builtin"), courseId))
                .expectStatus(201);
        assertThat(asked).isEmpty();
    }

    @Test
    void another_decider_on_a_node_of_the_cluster_is_not_asked_and_the_log_warns_of_it() {
        var configuration = new Config().setClusterName(unique("decider-"));
        configuration.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        var node = Await.success(Vertx.builder()
                .with(new VertxOptions().setEventBusOptions(new EventBusOptions().setHost("127.0.0.1")))
                .withClusterManager(new HazelcastClusterManager(configuration))
                .buildClustered());
        consumeAt(node);
        try (var log = RecordedLog.start(this)) {
            deployWorkerAt(node);
            Await.until("the log warns", () -> !log.warnings(UNASKED).isEmpty());
        } finally {
            Await.success(node.close());
        }
        assertThat(asked).isEmpty();
    }
}
