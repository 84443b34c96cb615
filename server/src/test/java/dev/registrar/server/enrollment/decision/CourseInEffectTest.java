package dev.registrar.server.enrollment.decision;

import static dev.registrar.gateway.testing.Documents.registration;
import static dev.registrar.platform.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The built-in decider confirms a registration if its course is in effect. */
@ExtendWith(ServiceExtension.class)
class CourseInEffectTest {
    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    private static Response registerForCourse(Service service, LocalDate start, LocalDate end) {
        var course = service.admin().post("/v1/courses/", """
                        {"data": {"type": "courses", "attributes": {"course_identifier": "%s", "course_name": "Logic",
                          "effective_start_date": "%s", "effective_end_date": "%s"}}}""".formatted(unique("EFF"), start, end));
        return service.admin().post("/v1/registrations/", registration(unique("uni"), course.id()));
    }

    @Test
    void a_registration_is_confirmed_between_the_first_and_the_last_day_of_its_course(Service service) {
        registerForCourse(service, today.minusDays(1), today.plusDays(1)).expectStatus(201);
    }

    @Test
    void a_registration_before_the_first_day_of_its_course_is_rejected_with_that_day(Service service) {
        var rejected = registerForCourse(service, today.plusDays(2), today.plusDays(9))
                .expectStatus(409)
                .expectError("enrollment_rejected");
        assertThat(rejected.errors().get(0).path("detail").asText())
                .contains(today.plusDays(2).toString());
    }

    @Test
    void a_registration_after_the_last_day_of_its_course_is_rejected(Service service) {
        registerForCourse(service, today.minusDays(9), today.minusDays(2))
                .expectStatus(409)
                .expectError("enrollment_rejected");
    }
}
