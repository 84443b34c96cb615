package dev.registrar.resource.reading.query;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The query parameters and the pagination of collections. */
@ExtendWith(LibraryExtension.class)
class CollectionReadingTest {
    /** Matches the five books of this class and no book of another test. */
    private static final String OURS = "filter[subject_code]=READING";

    private static final List<String> NAMES =
            List.of("Ethics", "Algebra", "ethnography", "50% off, or \"free\"", "Ethics");

    @BeforeAll
    static void five_books(Library library) {
        var number = 0;
        for (var name : NAMES) {
            number++;
            var id = library.create("books", book("LISTED" + number, name));
            library.admin()
                    .patch(
                            "/v1/books/" + id + "/",
                            Document.of("books", id)
                                    .attribute("subject_code", "READING")
                                    .attribute("shelf", Integer.toString(number)))
                    .expectStatus(200);
            library.admin()
                    .post("/v1/copies/", copy("20243LISTED" + number, id))
                    .expectStatus(201);
        }
    }

    private static Reply list(Library library, String query) {
        return library.reader().get("/v1/books/?" + OURS + "&" + query);
    }

    private static List<String> identifiers(Library library, String query) {
        return list(library, query).expectStatus(200).each("/attributes/isbn");
    }

    @Proves({"JSON:API 1.0, Filtering", "Specification, Common query parameters"})
    @Test
    void values_of_one_filter_are_ORed(Library library) {
        assertThat(identifiers(library, "filter[isbn]=LISTED1,LISTED3,NONE"))
                .containsExactlyInAnyOrder("LISTED1", "LISTED3");
    }

    @Proves("Specification, Common query parameters")
    @Test
    void several_filters_are_ANDed(Library library) {
        assertThat(identifiers(library, "filter[isbn]=LISTED1,LISTED3&filter[shelf]=3"))
                .containsExactly("LISTED3");
    }

    @Test
    void a_quoted_filter_value_may_hold_commas_and_quotes(Library library) {
        assertThat(identifiers(library, "filter[title]=Algebra,\"50%25 off, or \"\"free\"\"\""))
                .containsExactlyInAnyOrder("LISTED2", "LISTED4");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    filter[title.ne]=Ethics              | LISTED2 LISTED3 LISTED4
                    filter[title.iexact]=ETHICS          | LISTED1 LISTED5
                    filter[title.contains]=eth           | LISTED3
                    filter[title.icontains]=eth          | LISTED1 LISTED3 LISTED5
                    filter[title.startswith]=50%25       | LISTED4
                    filter[title.startswith]=%25         |
                    filter[title.contains]=E_hics        |
                    filter[shelf.gte]=4                | LISTED4 LISTED5
                    filter[shelf.lt]=3                 | LISTED1 LISTED2
                    filter[available_from.isnull]=true   | LISTED1 LISTED2 LISTED3 LISTED4 LISTED5
                    filter[available_from.isnull]=false  |
                    filter[copies.barcode]=20243LISTED2 | LISTED2
                    filter[search]=ethics listed5                | LISTED5
                    """)
    void filters_support_operators_and_relationship_paths(String filter, String expected, Library library) {
        assertThat(String.join(" ", identifiers(library, filter + "&sort=isbn")))
                .isEqualTo(expected == null ? "" : expected);
    }

    @Proves({"JSON:API 1.0, Sorting", "Specification, Common query parameters"})
    @Test
    void sort_fields_apply_in_order_and_a_minus_sign_means_descending(Library library) {
        assertThat(identifiers(library, "sort=title,-shelf"))
                .containsExactly("LISTED4", "LISTED2", "LISTED5", "LISTED1", "LISTED3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            shelf,shelf        | LISTED1 LISTED2 LISTED3 LISTED4 LISTED5
            -shelf,shelf       | LISTED5 LISTED4 LISTED3 LISTED2 LISTED1
            title,-shelf,-title | LISTED4 LISTED2 LISTED5 LISTED1 LISTED3
            """)
    void a_sort_field_that_is_named_again_has_no_effect(String sort, String expected, Library library) {
        for (var filter : List.of("filter[shelf.gte]=1", "filter[copies.barcode.startswith]=20243LISTED")) {
            assertThat(String.join(" ", identifiers(library, filter + "&sort=" + sort)))
                    .isEqualTo(expected);
            assertThat(String.join(" ", identifiers(library, filter + "&page[after]=&sort=" + sort)))
                    .isEqualTo(expected);
        }
    }

    @Proves({
        "JSON:API 1.0, Sparse Fieldsets",
        "JSON:API 1.1, Sparse Fieldsets",
        "Specification, Common query parameters"
    })
    @Test
    void a_sparse_fieldset_contains_only_the_named_fields_and_an_empty_one_only_the_type_and_the_id(Library library) {
        var resource = list(library, "fields[books]=title&page[size]=1").at("/data/0");
        assertThat(resource.path("attributes").fieldNames()).toIterable().containsExactly("title");
        assertThat(resource.has("relationships")).isFalse();
        assertThat(resource.has("links")).isTrue();
        list(library, "fields[books]=&page[size]=1")
                .expectAbsent("/data/0/attributes")
                .expectAbsent("/data/0/relationships")
                .expect("/data/0/type", "books");
    }

    @Proves({"JSON:API 1.0, Compound Documents", "Specification, Common query parameters"})
    @Test
    void an_included_resource_is_complete_and_occurs_once(Library library) {
        var response = list(library, "include=copies,copies.book&filter[isbn]=LISTED1,LISTED2");
        var included = new ArrayList<String>();
        response.at("/included")
                .forEach(resource ->
                        included.add(resource.at("/attributes/barcode").asText()));
        assertThat(included).containsExactlyInAnyOrder("20243LISTED1", "20243LISTED2");
        assertThat(response.at("/included/0/links/self").asText()).startsWith(library.url() + "/v1/copies/");
    }

    @Proves({"JSON:API 1.0, Inclusion of Related Resources", "JSON:API 1.1, Inclusion of Related Resources"})
    @Test
    void an_include_without_a_result_or_without_a_path_gives_an_empty_included_member(Library library) {
        for (var include : List.of("include=", "include=copies")) {
            var response = library.reader().get("/v1/books/?filter[isbn]=NONE&" + include);
            assertThat(response.expectStatus(200).at("/included")).isEmpty();
        }
        library.reader().get("/v1/books/?page[size]=1").expectAbsent("/included");
    }

    @Proves("JSON:API 1.0, Inclusion of Related Resources")
    @Test
    void an_item_can_be_read_with_included_resources_but_not_with_page_parameters(Library library) {
        var id = list(library, "filter[isbn]=LISTED1").text("/data/0/id");
        library.reader()
                .get("/v1/books/" + id + "/?include=copies&fields[copies]=barcode")
                .expectStatus(200)
                .expect("/included/0/attributes/barcode", "20243LISTED1")
                .expectAbsent("/included/0/relationships");
        library.reader()
                .get("/v1/books/" + id + "/?page[size]=2")
                .expectStatus(400)
                .expectError("unknown_parameter", "parameter", "page[size]");
    }

    @Proves({
        "JSON:API 1.0, Pagination",
        "Specification, Common query parameters",
        "Specification, Operations",
        "Specification, Pagination"
    })
    @Test
    void page_links_contain_the_other_parameters_and_encoded_page_parameters(Library library) {
        list(library, "sort=isbn&page[number]=2&page[size]=2")
                .expectStatus(200)
                .expect("/meta/pagination/page", "2")
                .expect("/meta/pagination/pages", "3")
                .expect("/meta/pagination/count", "5")
                .expect("/data/0/attributes/isbn", "LISTED3")
                .expect("/links/first", page(library, 1))
                .expect("/links/prev", page(library, 1))
                .expect("/links/next", page(library, 3))
                .expect("/links/last", page(library, 3));
    }

    private static String page(Library library, int number) {
        return library.url() + "/v1/books/?filter%5Bsubject_code%5D=READING&sort=isbn" + "&page%5Bnumber%5D=" + number
                + "&page%5Bsize%5D=2";
    }

    @Proves({"JSON:API 1.0, Top Level", "JSON:API 1.0, Fetching Resources"})
    @Test
    void an_empty_collection_has_one_empty_page(Library library) {
        list(library, "filter[isbn]=NONE")
                .expectStatus(200)
                .expect("/meta/pagination/pages", "1")
                .expect("/meta/pagination/count", "0")
                .expect("/links/next", null)
                .expect("/links/prev", null);
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
                    sort=shoe_size                    | unknown_sort_field      | sort
                    sort=                             | unknown_sort_field      | sort
                    include=copies.book.copies.book | unknown_include | include
                    fields[books]=shoe_size         | unknown_field           | fields[books]
                    filter[shoe_size]=44              | unknown_filter_field    | filter[shoe_size]
                    filter[title.like]=x        | unknown_filter_operator | filter[title.like]
                    filter[title.]=x            | unknown_filter_operator | filter[title.]
                    filter[available_from]=soon | malformed_parameter     | filter[available_from]
                    filter[title]=%00           | malformed_parameter     | filter[title]
                    """)
    void an_invalid_parameter_is_400_and_named(String query, String code, String parameter, Library library) {
        list(library, query).expectStatus(400).expectError(code, "parameter", parameter);
    }
}
