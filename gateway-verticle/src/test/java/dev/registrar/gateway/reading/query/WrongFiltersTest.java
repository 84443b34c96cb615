package dev.registrar.gateway.reading.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The error of an invalid filter or page names exactly the valid choices. */
@ExtendWith(ServiceExtension.class)
class WrongFiltersTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter[enrollment]=nonsense",
                "filter[enrollment]=pending,Confirmed",
                "filter[enrollment]=",
                "filter[enrollment.ne]=nonsense",
                "filter[enrollment.iexact]=nonsense"
            })
    void a_value_outside_an_enumeration_is_400_and_the_error_lists_the_allowed_values(String query, Service service) {
        var rejected = service.reader().get("/v1/registrations/?" + query).expectStatus(400);
        assertThat(rejected.expectError("malformed_parameter", "parameter", query.split("=", -1)[0])
                        .text("/errors/0/detail"))
                .endsWith("is not one of requested, pending, confirmed.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter[enrollment]=pending,confirmed",
                "filter[enrollment.ne]=requested",
                "filter[enrollment.iexact]=PENDING",
                "filter[enrollment.startswith]=conf",
                "filter[enrollment.gte]=d",
                "filter[enrollment.isnull]=false"
            })
    void values_of_an_enumeration_and_parts_of_them_are_accepted(String query, Service service) {
        service.reader().get("/v1/registrations/?" + query).expectStatus(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /v1/registrations/?filter[courses.course_name]=x | unknown_filter_field    | by "courses.course_name"; the filter fields are id, uni, enrollment, courses.
            /v1/registrations/?filter[courses.ne]=x          | unknown_filter_field    | by "courses.ne";
            /v1/registrations/?filter[id.ne]=x               | unknown_filter_operator | id has no operator "ne"
            /v1/course_terms/?filter[course.id.ne]=x         | unknown_filter_operator | id has no operator "ne"
            /v1/courses/?page[number]=2147483648             | invalid_page            | from 1 to 2147483647
            """)
    void an_error_never_suggests_what_would_be_rejected(String url, String code, String detail, Service service) {
        var rejected = service.reader().get(url).expectStatus(400);
        assertThat(rejected.expectError(code).text("/errors/0/detail")).contains(detail);
    }

    @Test
    void the_largest_page_number_is_404_not_400(Service service) {
        service.reader()
                .get("/v1/courses/?page[number]=2147483647")
                .expectStatus(404)
                .expectError("page_not_found");
    }
}
