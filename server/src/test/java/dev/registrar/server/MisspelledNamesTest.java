package dev.registrar.server;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Response;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The error of a name that does not exist suggests the one that was probably meant, wherever names are fixed. */
@ExtendWith(ServiceExtension.class)
class MisspelledNamesTest {

    private static String detail(Response rejected) {
        assertThat(rejected.errors()).hasSize(1);
        return rejected.text("/errors/0/detail");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fields[courses]=course_nam            | courses has no field "course_nam"; did you mean course_name? Its fields are
            filter[course_identifer]=MAT2318      | did you mean course_identifier? The filter fields are id, school_bulletin_prefix_code,
            filter[course_term.id]=x              | did you mean course_terms? The filter fields are id,
            filter[course_terms.term_identifer]=x | did you mean course_terms.term_identifier? The filter fields over this relationship are course_terms.id,
            filter[course_name.contain]=x         | course_name has no operator "contain"; did you mean contains? Its operators are ne,
            sort=-courseName                      | did you mean course_name? The sort fields are id,
            include=course_term                   | "course_term" cannot be included: did you mean course_terms? The relationships of courses are course_terms.
            filters[course_name]=x                | did you mean filter[course_name]? Allowed are filter[<field>], sort,
            filter=x                              | did you mean filter[<field>]? Allowed are
            page[nubmer]=1                        | did you mean page[number]? Allowed are
            pageSize=1                            | did you mean page[size]? Allowed are
            course_name=Logic                     | did you mean filter[course_name]? Allowed are
            """)
    void a_misspelled_name_in_a_query_is_400_and_the_error_suggests_the_right_one(
            String query, String suggestion, Service service) {
        assertThat(detail(service.reader().get("/v1/courses/?" + query).expectStatus(400)))
                .contains(suggestion);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sort=shoe_size        | courses cannot be sorted by "shoe_size"; the sort fields are
            filter[ab]=x          | courses cannot be filtered by "ab"; the filter fields are
            limit=10              | limit is not a query parameter of this URL; allowed are filter[<field>], sort,
            """)
    void a_name_that_is_like_no_other_gets_no_suggestion(String query, String error, Service service) {
        assertThat(detail(service.reader().get("/v1/courses/?" + query).expectStatus(400)))
                .startsWith(error);
    }

    @Test
    void a_misspelled_attribute_or_relationship_is_422_and_suggested(Service service) {
        var rejected = service.admin()
                .post(
                        "/v1/courses/",
                        course(unique("MEANT"), "Logic")
                                .attribute("course_descripton", "")
                                .relationship("course_term", Document.linkage("course_terms", List.of())))
                .expectStatus(422);
        assertThat(rejected.expectError("unknown_attribute", "pointer", "/data/attributes/course_descripton")
                        .text("/errors/0/detail"))
                .contains("did you mean course_description? Its attributes are school_bulletin_prefix_code,");
        assertThat(rejected.expectError("unknown_relationship", "pointer", "/data/relationships/course_term")
                        .text("/errors/1/detail"))
                .isEqualTo(
                        "courses has no relationship \"course_term\"; did you mean course_terms? Its relationships are course_terms.");
    }

    @Test
    void the_error_of_a_field_in_the_wrong_member_names_the_right_one(Service service) {
        var rejected = service.admin().post("/v1/registrations/", """
                {"data": {"type": "registrations", "attributes": {"courses": "1"}, "relationships": {"uni": {"data": null}}}}""");
        assertThat(rejected.expectStatus(422).errors())
                .extracting(error -> error.path("detail").asText())
                .contains(
                        "registrations has no attribute \"courses\"; it is a relationship: send it in \"relationships\".",
                        "registrations has no relationship \"uni\"; it is an attribute: send it in \"attributes\".");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/course/, /v1/courses/",
        "/v1/Registration, /v1/registrations/",
        "/v1/courseterms/x/, /v1/course_terms/",
        "/courses/, /v1/courses/"
    })
    void a_misspelled_collection_is_404_and_suggested(String path, String collection, Service service) {
        assertThat(detail(service.reader().get(path).expectStatus(404)))
                .startsWith("There is nothing at %s; did you mean %s? The collections are /v1/"
                        .formatted(path, collection));
    }

    @Test
    void a_misspelled_parameter_of_a_single_resource_is_suggested_too(Service service) {
        var created = service.admin()
                .post("/v1/courses/", course(unique("MEANT"), "Logic"))
                .expectStatus(201);
        assertThat(detail(service.reader()
                        .get(created.header("Location") + "?fieldes[courses]=course_name")
                        .expectStatus(400)))
                .contains("did you mean fields[courses]? Allowed are fields[<type>], include.");
    }
}
