package dev.registrar.server.enrollment.decision;

import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.registration.enrollment.EnrollmentWorker;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Response;
import io.vertx.core.DeploymentOptions;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The built-in decider confirms a registration if its course is in effect, even if another verticle consumes the decider's
 * address.
 */
@ExtendWith(ServiceExtension.class)
class BuiltInDeciderTest {
    /** The course begins and ends so many days after today. */
    @ParameterizedTest
    @CsvSource({"-1, 1, 201", "2, 9, 409", "-9, -2, 409"})
    void a_registration_is_confirmed_between_the_first_and_the_last_day_of_its_course(
            int start, int end, int status, Service service) {
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
        var response = service.register(course).expectStatus(status);
        if (status == 409) {
            var missed = today.plusDays(start > 0 ? start : end).toString();
            assertThat(response.expectError("enrollment_rejected").text("/errors/0/detail"))
                    .contains(missed);
        }
    }

    /** The term begins and ends so many days after today. */
    @ParameterizedTest
    @CsvSource({"-1, 1, 201", "2, 9, 201", "-9, 0, 201", "-9, -2, 409"})
    void a_registration_for_a_term_is_rejected_only_after_its_last_day(
            int start, int end, int status, Service service) {
        var today = LocalDate.now(ZoneOffset.UTC);
        var courseId = service.admin()
                .post("/v1/courses/", course(unique("EFF"), "Logic"))
                .id();
        var termId = service.admin()
                .post(
                        "/v1/course_terms/",
                        term(unique("2026"), courseId)
                                .attribute(
                                        "effective_start_date",
                                        today.plusDays(start).toString())
                                .attribute(
                                        "effective_end_date",
                                        today.plusDays(end).toString()))
                .id();
        var response = register(service, courseId, termId).expectStatus(status);
        if (status == 409) {
            response.expectError("enrollment_rejected")
                    .expect("/errors/0/detail", "The term of the course ended on %s.".formatted(today.plusDays(end)));
        }
    }

    @Test
    void a_registration_for_a_term_is_rejected_when_the_course_is_not_in_effect(Service service) {
        var courseId = service.admin()
                .post("/v1/courses/", course(unique("EFF"), "Logic").attribute("effective_end_date", "1999-12-31"))
                .id();
        var termId = service.admin()
                .post("/v1/course_terms/", term(unique("2026"), courseId))
                .id();
        register(service, courseId, termId)
                .expectStatus(409)
                .expect("/errors/0/detail", "The course has not been in effect since 1999-12-31.");
    }

    private static Response register(Service service, String courseId, String termId) {
        return service.admin()
                .post(
                        "/v1/registrations/",
                        registration(unique("uni"), courseId)
                                .relationship("course_term", Document.linkage("course_terms", termId)));
    }

    @Test
    void the_built_in_decider_uses_the_current_dates_of_the_course(Service service) {
        var courseId = service.newCourse();
        for (var status : List.of(201, 409, 201)) {
            var end = status == 201 ? "null" : "\"1999-12-31\"";
            service.admin()
                    .patch("/v1/courses/" + courseId + "/", """
                            {"data": {"type": "courses", "id": "%s", "attributes": {"effective_end_date": %s}}}""".formatted(courseId, end))
                    .expectStatus(200);
            service.register(courseId).expectStatus(status);
        }
    }

    @Test
    void another_decider_is_not_asked_and_the_log_warns_of_it(Service service) {
        Queue<Object> asked = new ConcurrentLinkedQueue<>();
        var decider = service.vertx().eventBus().consumer("registrar.enrollment.decide", message -> {
            asked.add(message.headers() + " " + message.body());
            message.reply(REJECT);
        });
        try (var log = RecordedLog.start(this)) {
            var options = new DeploymentOptions().setConfig(Service.configuration(service.databaseUri()));
            var worker = Await.success(service.vertx().deployVerticle(new EnrollmentWorker(), options));
            Await.until("the log warns", () -> !log.warnings("is never asked").isEmpty());
            Await.success(service.vertx().undeploy(worker));
        }
        service.register(service.newCourse()).expectStatus(201);
        assertThat(asked).isEmpty();
        Await.success(decider.unregister());
    }
}
