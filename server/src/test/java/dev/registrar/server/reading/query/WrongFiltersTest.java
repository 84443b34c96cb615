package dev.registrar.server.reading.query;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.util.List;
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
            /v1/registrations/?filter[courses.course_name]=x | unknown_filter_field    | by "courses.course_name", because another verticle stores courses. Find the courses first (/v1/courses/?filter[<field>]=<value>), then filter by their ids: filter[courses]=<id>,<id>.
            /v1/registrations/?sort=-courses.course_name     | unknown_sort_field      | by "courses.course_name"; only fields of registrations themselves can be sorted by. Read courses in that order (/v1/courses/?sort=<field>) and then their registrations (filter[courses]=<id>,<id>), or add include=courses and sort what you receive.
            /v1/course_terms/?sort=course.course_name        | unknown_sort_field      | Read courses in that order (/v1/courses/?sort=<field>) and then their course_terms (filter[course]=<id>,<id>),
            /v1/registrations/?filter[courses.ne]=x          | unknown_filter_operator | courses has no operator "ne"; use filter[courses]=
            /v1/registrations/?filter[id.ne]=x               | unknown_filter_operator | id has no operator "ne"; use filter[id]=
            /v1/course_terms/?filter[course.id.ne]=x         | unknown_filter_operator | course has no operator "ne"; use filter[course]=
            /v1/course_terms/?filter[course.ne]=x            | unknown_filter_operator | course has no operator "ne"; use filter[course]=
            /v1/course_terms/?filter[course.shoe_size]=x     | unknown_filter_field    | by "course.shoe_size"; the filter fields over this relationship are course.id, course.school_bulletin_prefix_code,
            /v1/courses/?filter[search.icontains]=x          | unknown_filter_operator | search has no operators; use filter[search]=
            /v1/courses/?filter[course_description]=x        | unknown_filter_field    | did you mean course_description.search? The filter fields are id,
            /v1/courses/?filter[course_description.search]=a&filter[course_description.search]=b | repeated_parameter | is given 2 times; send it once.
            /v1/course_terms/?filter[course.course_description.search]=x | unknown_filter_field | by "course.course_description"; the filter fields over this relationship are course.id, course.school_bulletin_prefix_code,
            /v1/courses/?filter[course_terms]=x              | unknown_filter_field    | did you mean course_terms.id? The filter fields are id,
            /v1/audit_events/?include=courses                | unknown_include         | "courses" cannot be included: audit_events has no relationships.
            /v1/courses/?=x                                  | unknown_parameter       | An empty name is not a query parameter of this URL
            /v1/courses/?filter[shoe_size.ne]=x              | unknown_filter_field    | by "shoe_size"; the filter fields are id,
            /v1/registrations/?filter[search.icontains]=x    | unknown_filter_field    | by "search"; the filter fields are id, uni,
            /v1/course_terms/?filter[audit_permitted_code]="1 | malformed_parameter    | these values need no quotes
            /v1/registrations/?filter[enrollment]="pending   | malformed_parameter     | these values need no quotes
            /v1/courses/?filter[course_name]="Logic          | malformed_parameter     | write a value with a comma as
            /v1/courses/?filter[course_name]=a&filter[course_name]=b | repeated_parameter | send it once, with all its values separated by commas.
            /v1/courses/?filter[search]=a&filter[search]=b   | repeated_parameter      | filter[search] is given 2 times; send it once.
            /v1/courses/?page[size]=1&page[size]=2           | repeated_parameter      | page[size] is given 2 times; send it once.
            /v1/courses/?shoe=1&shoe=2                       | unknown_parameter       | shoe is not a query parameter of this URL
            /v1/courses/?fields[course]=course_name          | unknown_parameter       | "course" is not a type; did you mean fields[courses]?
            /v1/registrations/?include=courses&fields[cuorses]=course_name | unknown_parameter | did you mean fields[courses]?
            /v1/registrations/?fields[courses]=course_name   | unknown_parameter       | include its resources first
            /v1/registrations/?fields[course]=course_name    | unknown_parameter       | did you mean fields[courses]? Include its resources, too.
            /v1/courses/?page[number]=2147483648             | invalid_page            | from 1 to 2147483647
            """)
    void an_error_never_suggests_what_would_be_rejected(String url, String code, String detail, Service service) {
        var rejected = service.admin().get(url).expectStatus(400);
        assertThat(rejected.expectError(code).text("/errors/0/detail")).contains(detail);
        assertThat(rejected.errors()).hasSize(1);
    }

    @Test
    void white_space_around_a_value_is_ignored_unless_texts_begin_or_end_with_it(Service service) {
        var one = unique("SPACE");
        var other = unique("SPACE");
        var ids = List.of(one, other).stream()
                .map(identifier -> service.admin()
                        .post("/v1/courses/", course(identifier, "Logic, a"))
                        .id())
                .toList();
        for (var filter : List.of(
                "filter[id]=%s, %s".formatted(ids.get(0), ids.get(1)),
                "filter[course_identifier]=%s, %s".formatted(one, other),
                "filter[course_identifier.iexact]= %s , \"%s\"".formatted(one, other))) {
            assertThat(service.reader().get("/v1/courses/?" + filter).each("/id"))
                    .as(filter)
                    .containsExactlyInAnyOrderElementsOf(ids);
        }
        var own = "/v1/courses/?filter[course_identifier]=%s&".formatted(one);
        service.reader().get(own + "filter[course_name]=Ethics, \"Logic, a\"").expect("/meta/pagination/count", "1");
        service.reader().get(own + "filter[course_name.startswith]= Logic").expect("/meta/pagination/count", "0");
        service.reader()
                .get("/v1/registrations/?filter[enrollment]=pending, confirmed")
                .expectStatus(200);
        service.reader()
                .get("/v1/course_terms/?filter[audit_permitted_code]=1, 2")
                .expectStatus(200);
        service.reader().get("/v1/course_terms/?filter[exam_credit_flag]= true").expectStatus(200);
        service.reader()
                .get("/v1/courses/?filter[last_mod_date]=2024-09-03, 2024-09-04")
                .expectStatus(200);
    }

    @Test
    void white_space_around_the_names_in_a_list_is_ignored(Service service) {
        service.reader()
                .get(
                        "/v1/courses/?sort=course_name, -id&fields[courses]=course_name, course_terms&include= course_terms")
                .expectStatus(200);
    }

    @Test
    void the_largest_page_number_is_404_not_400(Service service) {
        service.reader()
                .get("/v1/courses/?page[number]=2147483647")
                .expectStatus(404)
                .expectError("page_not_found");
    }
}
