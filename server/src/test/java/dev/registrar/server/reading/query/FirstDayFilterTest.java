package dev.registrar.server.reading.query;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code filter[effective_start_date.gte]}: the courses that begin on a day or after it. */
@ExtendWith(ServiceExtension.class)
class FirstDayFilterTest {
    private static final String FILTER = "filter[effective_start_date.gte]";

    private static String newCourse(Service service, String firstDay) {
        return service.admin()
                .post("/v1/courses/", course(unique("DAY"), "Logic").attribute("effective_start_date", firstDay))
                .expectStatus(201)
                .id();
    }

    @Test
    void courses_that_begin_on_the_day_or_after_it_are_found(Service service) {
        newCourse(service, "2124-09-02");
        var onTheDay = newCourse(service, "2124-09-03");
        var after = newCourse(service, "2124-09-04");
        var found = service.reader().get("/v1/courses/?" + FILTER + "=2124-09-03");
        assertThat(found.expectStatus(200).each("/id")).containsExactlyInAnyOrder(onTheDay, after);
    }

    @Test
    void a_value_that_is_not_a_date_is_400_and_named(Service service) {
        service.reader()
                .get("/v1/courses/?" + FILTER + "=soon")
                .expectStatus(400)
                .expectError("malformed_parameter", "parameter", FILTER);
    }
}
