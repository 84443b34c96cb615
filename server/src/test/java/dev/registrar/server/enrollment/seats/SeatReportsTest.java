package dev.registrar.server.enrollment.seats;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The files with which an office looks at seats and people. */
@ExtendWith(ServiceExtension.class)
class SeatReportsTest {
    private static String report(Service service, String path) {
        return service.admin()
                .withHeader("Accept", "text/csv")
                .get(path)
                .expectStatus(200)
                .body();
    }

    private static String identifierOf(Service service, LimitedCourse course) {
        return service.reader()
                .get("/v1/courses/%s/".formatted(course.id()))
                .text("/data/attributes/course_identifier");
    }

    @Test
    void seats_taken_free_and_waiting_are_columns(Service service) {
        var course = LimitedCourse.create(service, 1, 5);
        course.enroll();
        var unused = course.queue();
        var limits = "/v1/enrollment_limits/?filter[course]=%s".formatted(course.id());
        assertThat(report(service, limits))
                .isEqualTo(
                        "id,capacity,waitlist_capacity,opens_at,closes_at,drop_until,course,course_term,seats.taken,seats.free,seats.waiting\r\n%s,1,5,,,,%s,,1,0,1\r\n"
                                .formatted(course.limit(), identifierOf(service, course)));
        assertThat(report(
                        service,
                        limits + "&include=course&fields[courses]=course_name&fields[enrollment_limits]=seats.taken"))
                .isEqualTo("id,seats.taken,course.course_name\r\n%s,1,Logic\r\n".formatted(course.limit()));
    }

    @Test
    void a_roster_has_people_with_their_status(Service service) {
        var course = LimitedCourse.create(service, 1, 5);
        var enrolled = course.enroll();
        var waiting = course.register(unique("waiting")).expectStatus(202);
        assertThat(report(
                        service,
                        "/v1/registrations/?sort=requested_at&fields[registrations]=uni,courses,status&filter[courses]="
                                + course.id()))
                .isEqualTo("id,uni,courses,status\r\n%s,%s,%s,enrolled\r\n%s,%s,%s,waiting\r\n"
                        .formatted(
                                enrolled.id(),
                                enrolled.text("/data/attributes/uni"),
                                identifierOf(service, course),
                                waiting.id(),
                                waiting.text("/data/attributes/uni"),
                                identifierOf(service, course)));
    }
}
