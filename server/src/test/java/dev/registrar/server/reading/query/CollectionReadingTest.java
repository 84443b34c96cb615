package dev.registrar.server.reading.query;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The query parameters and the pagination of collections, as in the specification. */
@ExtendWith(ServiceExtension.class)
class CollectionReadingTest {
    /** Matches the five courses of this class and no course of another test. */
    private static final String OURS = "filter[subject_area_code]=READING";

    private static final List<String> NAMES =
            List.of("Ethics", "Algebra", "ethnography", "50% off, or \"free\"", "Ethics");

    @BeforeAll
    static void five_courses(Service service) {
        var number = 0;
        for (var name : NAMES) {
            number++;
            var id = service.admin()
                    .post("/v1/courses/", course("LISTED" + number, name))
                    .expectStatus(201)
                    .id();
            service.admin()
                    .patch(
                            "/v1/courses/" + id + "/",
                            Document.of("courses", id)
                                    .attribute("subject_area_code", "READING")
                                    .attribute("course_number", Integer.toString(number)))
                    .expectStatus(200);
            service.admin()
                    .post("/v1/course_terms/", term("20243LISTED" + number, id))
                    .expectStatus(201);
        }
    }

    private static Response list(Service service, String query) {
        return service.reader().get("/v1/courses/?" + OURS + "&" + query);
    }

    private static List<String> identifiers(Service service, String query) {
        return list(service, query).expectStatus(200).each("/attributes/course_identifier");
    }

    @Proves({"JSON:API 1.0, Filtering", "Specification, courses", "Specification, Common query parameters"})
    @Test
    void values_of_one_filter_are_ORed(Service service) {
        assertThat(identifiers(service, "filter[course_identifier]=LISTED1,LISTED3,NONE"))
                .containsExactlyInAnyOrder("LISTED1", "LISTED3");
    }

    @Proves("Specification, Common query parameters")
    @Test
    void several_filters_are_ANDed(Service service) {
        assertThat(identifiers(service, "filter[course_identifier]=LISTED1,LISTED3&filter[course_number]=3"))
                .containsExactly("LISTED3");
    }

    @Test
    void a_quoted_filter_value_may_hold_commas_and_quotes(Service service) {
        assertThat(identifiers(service, "filter[course_name]=Algebra,\"50%25 off, or \"\"free\"\"\""))
                .containsExactlyInAnyOrder("LISTED2", "LISTED4");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    filter[course_name.ne]=Ethics              | LISTED2 LISTED3 LISTED4
                    filter[course_name.iexact]=ETHICS          | LISTED1 LISTED5
                    filter[course_name.contains]=eth           | LISTED3
                    filter[course_name.icontains]=eth          | LISTED1 LISTED3 LISTED5
                    filter[course_name.startswith]=50%25       | LISTED4
                    filter[course_name.startswith]=%25         |
                    filter[course_name.contains]=E_hics        |
                    filter[course_number.gte]=4                | LISTED4 LISTED5
                    filter[course_number.lt]=3                 | LISTED1 LISTED2
                    filter[effective_start_date.isnull]=true   | LISTED1 LISTED2 LISTED3 LISTED4 LISTED5
                    filter[effective_start_date.isnull]=false  |
                    filter[course_terms.term_identifier]=20243LISTED2 | LISTED2
                    filter[search]=OFF                         | LISTED4
                    filter[search]=ethics listed5                | LISTED5
                    """)
    void filters_support_operators_and_relationship_paths(String filter, String expected, Service service) {
        assertThat(String.join(" ", identifiers(service, filter + "&sort=course_identifier")))
                .isEqualTo(expected == null ? "" : expected);
    }

    @Proves({"JSON:API 1.0, Sorting", "Specification, Common query parameters"})
    @Test
    void sort_fields_apply_in_order_and_a_minus_sign_means_descending(Service service) {
        assertThat(identifiers(service, "sort=course_name,-course_number"))
                .containsExactly("LISTED4", "LISTED2", "LISTED5", "LISTED1", "LISTED3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            course_number,course_number        | LISTED1 LISTED2 LISTED3 LISTED4 LISTED5
            -course_number,course_number       | LISTED5 LISTED4 LISTED3 LISTED2 LISTED1
            course_name,-course_number,-course_name | LISTED4 LISTED2 LISTED5 LISTED1 LISTED3
            """)
    void a_sort_field_that_is_named_again_has_no_effect(String sort, String expected, Service service) {
        for (var filter :
                List.of("filter[course_number.gte]=1", "filter[course_terms.term_identifier.startswith]=20243LISTED")) {
            assertThat(String.join(" ", identifiers(service, filter + "&sort=" + sort)))
                    .isEqualTo(expected);
            assertThat(String.join(" ", identifiers(service, filter + "&page[after]=&sort=" + sort)))
                    .isEqualTo(expected);
        }
    }

    @Proves({"JSON:API 1.0, Sparse Fieldsets", "Specification, Common query parameters"})
    @Test
    void a_sparse_fieldset_contains_only_the_named_fields(Service service) {
        var resource = list(service, "fields[courses]=course_name&page[size]=1").at("/data/0");
        assertThat(resource.path("attributes").fieldNames()).toIterable().containsExactly("course_name");
        assertThat(resource.has("relationships")).isFalse();
        assertThat(resource.has("links")).isTrue();
    }

    @Proves({"JSON:API 1.0, Compound Documents", "Specification, Common query parameters"})
    @Test
    void an_included_resource_is_complete_and_occurs_once(Service service) {
        var response =
                list(service, "include=course_terms,course_terms.course&filter[course_identifier]=LISTED1,LISTED2");
        var included = new ArrayList<String>();
        response.at("/included")
                .forEach(resource ->
                        included.add(resource.at("/attributes/term_identifier").asText()));
        assertThat(included).containsExactlyInAnyOrder("20243LISTED1", "20243LISTED2");
        assertThat(response.at("/included/0/links/self").asText()).startsWith(service.url() + "/v1/course_terms/");
    }

    @Proves({"JSON:API 1.0, Inclusion of Related Resources", "JSON:API 1.1, Inclusion of Related Resources"})
    @Test
    void an_include_without_a_result_or_without_a_path_gives_an_empty_included_member(Service service) {
        for (var include : List.of("include=", "include=course_terms")) {
            var response = service.reader().get("/v1/courses/?filter[course_identifier]=NONE&" + include);
            assertThat(response.expectStatus(200).at("/included")).isEmpty();
        }
        service.reader().get("/v1/courses/?page[size]=1").expectAbsent("/included");
    }

    @Proves("JSON:API 1.1, Sparse Fieldsets")
    @Test
    void an_empty_fieldset_leaves_only_the_type_and_the_id(Service service) {
        list(service, "fields[courses]=&page[size]=1")
                .expectAbsent("/data/0/attributes")
                .expectAbsent("/data/0/relationships")
                .expect("/data/0/type", "courses");
    }

    @Proves("JSON:API 1.0, Inclusion of Related Resources")
    @Test
    void an_item_can_be_read_with_included_resources(Service service) {
        var id = list(service, "filter[course_identifier]=LISTED1").text("/data/0/id");
        service.reader()
                .get("/v1/courses/" + id + "/?include=course_terms&fields[course_terms]=term_identifier")
                .expectStatus(200)
                .expect("/included/0/attributes/term_identifier", "20243LISTED1")
                .expectAbsent("/included/0/relationships");
    }

    @Proves({
        "JSON:API 1.0, Pagination",
        "Specification, Common query parameters",
        "Specification, Operations",
        "Specification, Pagination"
    })
    @Test
    void page_links_contain_the_other_parameters_and_encoded_page_parameters(Service service) {
        list(service, "sort=course_identifier&page[number]=2&page[size]=2")
                .expectStatus(200)
                .expect("/meta/pagination/page", "2")
                .expect("/meta/pagination/pages", "3")
                .expect("/meta/pagination/count", "5")
                .expect("/data/0/attributes/course_identifier", "LISTED3")
                .expect("/links/first", page(service, 1))
                .expect("/links/prev", page(service, 1))
                .expect("/links/next", page(service, 3))
                .expect("/links/last", page(service, 3));
    }

    private static String page(Service service, int number) {
        return service.url() + "/v1/courses/?filter%5Bsubject_area_code%5D=READING&sort=course_identifier"
                + "&page%5Bnumber%5D=" + number + "&page%5Bsize%5D=2";
    }

    @Proves({"JSON:API 1.0, Pagination", "Specification, Pagination"})
    @Test
    void page_links_lead_from_the_first_page_to_the_last_and_back(Service service) {
        var seen = new ArrayList<String>();
        var page = list(service, "sort=course_name&page[size]=2").expect("/links/prev", null);
        seen.addAll(page.each("/attributes/course_identifier"));
        while (!page.at("/links/next").isNull()) {
            page = service.reader().get(page.text("/links/next")).expectStatus(200);
            seen.addAll(page.each("/attributes/course_identifier"));
        }
        assertThat(seen).containsExactlyInAnyOrder("LISTED1", "LISTED2", "LISTED3", "LISTED4", "LISTED5");
        assertThat(service.reader().get(page.text("/links/first")).at("/data"))
                .isEqualTo(list(service, "sort=course_name&page[size]=2").at("/data"));
    }

    @Proves({"JSON:API 1.0, Top Level", "JSON:API 1.0, Fetching Resources"})
    @Test
    void an_empty_collection_has_one_empty_page(Service service) {
        list(service, "filter[course_identifier]=NONE")
                .expectStatus(200)
                .expect("/meta/pagination/pages", "1")
                .expect("/meta/pagination/count", "0")
                .expect("/links/next", null)
                .expect("/links/prev", null);
    }

    @Test
    void a_page_past_the_last_one_is_404_and_the_error_names_the_last(Service service) {
        var response = list(service, "page[number]=4&page[size]=2");
        response.expectStatus(404).expectError("page_not_found", "parameter", "page[number]");
        assertThat(response.text("/errors/0/detail")).contains("3");
    }

    @Proves({
        "JSON:API 1.0, Inclusion of Related Resources",
        "JSON:API 1.0, Sorting",
        "JSON:API 1.0, Query Parameters",
        "JSON:API 1.1, Query Parameters",
        "Cursor pagination profile, page[size]"
    })
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    shoe_size=44                      | unknown_parameter       | shoe_size
                    page[size]=101                    | page_too_large          | page[size]
                    page[size]=0                      | invalid_page            | page[size]
                    page[number]=-1                   | invalid_page            | page[number]
                    page[number]=99999999999          | invalid_page            | page[number]
                    page[number]=                     | invalid_page            | page[number]
                    sort=shoe_size                    | unknown_sort_field      | sort
                    sort=                             | unknown_sort_field      | sort
                    include=students                  | unknown_include         | include
                    include=course_terms.course.course_terms.course | unknown_include | include
                    fields[courses]=shoe_size         | unknown_field           | fields[courses]
                    fields[people]=name               | unknown_parameter       | fields[people]
                    filter[shoe_size]=44              | unknown_filter_field    | filter[shoe_size]
                    filter[course_name.like]=x        | unknown_filter_operator | filter[course_name.like]
                    filter[effective_start_date]=soon | malformed_parameter     | filter[effective_start_date]
                    filter[course_name]="open         | malformed_parameter     | filter[course_name]
                    filter[course_name]=%00           | malformed_parameter     | filter[course_name]
                    sort=course_name&sort=id          | repeated_parameter      | sort
                    """)
    void an_invalid_parameter_is_400_and_named(String query, String code, String parameter, Service service) {
        list(service, query).expectStatus(400).expectError(code, "parameter", parameter);
    }

    @Test
    void a_page_parameter_on_an_item_is_400(Service service) {
        var id = list(service, "filter[course_identifier]=LISTED1").text("/data/0/id");
        service.reader()
                .get("/v1/courses/" + id + "/?page[size]=2")
                .expectStatus(400)
                .expectError("unknown_parameter", "parameter", "page[size]");
    }
}
