package dev.registrar.gateway.enrollment.decision;

import static dev.registrar.gateway.testing.document.Documents.registration;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** While no other verticle decides, a registration is confirmed when its course is in effect. */
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
    void a_course_is_in_effect_from_its_first_day_to_its_last(Service service) {
        registerForCourse(service, today.minusDays(1), today.plusDays(1)).expectStatus(201);
    }

    @Test
    void a_course_is_not_in_effect_before_its_first_day(Service service) {
        var refused = registerForCourse(service, today.plusDays(2), today.plusDays(9))
                .expectStatus(409)
                .expectError("enrollment_rejected");
        assertThat(refused.errors().get(0).path("detail").asText())
                .contains(today.plusDays(2).toString());
    }

    @Test
    void a_course_is_not_in_effect_after_its_last_day(Service service) {
        registerForCourse(service, today.minusDays(9), today.minusDays(2))
                .expectStatus(409)
                .expectError("enrollment_rejected");
    }
}
