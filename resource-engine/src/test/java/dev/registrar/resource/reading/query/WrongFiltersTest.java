package dev.registrar.resource.reading.query;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The error of an invalid filter or page names exactly the valid choices. */
@ExtendWith(LibraryExtension.class)
class WrongFiltersTest {
    @ParameterizedTest
    @ValueSource(strings = {"filter[state]=lent,Returned", "filter[state]=", "filter[state.iexact]=nonsense"})
    void a_value_outside_an_enumeration_is_400_and_the_error_lists_the_allowed_values(String query, Library library) {
        var rejected = library.reader().get("/v1/loans/?" + query).expectStatus(400);
        assertThat(rejected.expectError("malformed_parameter", "parameter", query.split("=", -1)[0])
                        .text("/errors/0/detail"))
                .endsWith("is not one of requested, lent, returned.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter[state]=lent,returned",
                "filter[state.ne]=requested",
                "filter[state.iexact]=LENT",
                "filter[state.isnull]=false"
            })
    void values_of_an_enumeration_and_parts_of_them_are_accepted(String query, Library library) {
        library.reader().get("/v1/loans/?" + query).expectStatus(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /v1/loans/?filter[book.title]=x  | unknown_filter_field    | by "book.title", because another verticle stores books. Find the books first (/v1/books/?filter[<field>]=<value>), then filter by their ids: filter[book]=<id>,<id>.
            /v1/loans/?sort=-book.title      | unknown_sort_field      | by "book.title"; only fields of loans themselves can be sorted by. Read books in that order (/v1/books/?sort=<field>) and then their loans (filter[book]=<id>,<id>), or add include=book and sort what you receive.
            /v1/copies/?sort=book.title        | unknown_sort_field      | Read books in that order (/v1/books/?sort=<field>) and then their copies (filter[book]=<id>,<id>),
            /v1/loans/?filter[book.ne]=x           | unknown_filter_operator | book has no operator "ne"; use filter[book]=
            /v1/copies/?filter[book.ne]=x            | unknown_filter_operator | book has no operator "ne"; use filter[book]=
            /v1/copies/?filter[book.shoe_size]=x     | unknown_filter_field    | by "book.shoe_size"; the filter fields over this relationship are book.id, book.publisher_code,
            /v1/books/?filter[search.icontains]=x          | unknown_filter_operator | search has no operators; use filter[search]=
            /v1/books/?filter[summary]=x        | unknown_filter_field    | did you mean summary.search? The filter fields are id,
            /v1/books/?filter[summary.search]=a&filter[summary.search]=b | repeated_parameter | is given 2 times; send it once.
            /v1/books/?filter[copies]=x              | unknown_filter_field    | did you mean copies.id? The filter fields are id,
            /v1/books/?=x                                  | unknown_parameter       | An empty name is not a query parameter of this URL
            /v1/loans/?filter[search.icontains]=x    | unknown_filter_field    | by "search"; the filter fields are id, borrower,
            /v1/copies/?filter[days]="1 | malformed_parameter    | these values need no quotes
            /v1/loans/?filter[state]="lent   | malformed_parameter     | these values need no quotes
            /v1/books/?filter[title]="Logic          | malformed_parameter     | write a value with a comma as
            /v1/books/?filter[title]=a&filter[title]=b | repeated_parameter | send it once, with all its values separated by commas.
            /v1/books/?page[size]=1&page[size]=2           | repeated_parameter      | page[size] is given 2 times; send it once.
            /v1/books/?fields[book]=title          | unknown_parameter       | "book" is not a type; did you mean fields[books]?
            /v1/loans/?include=book&fields[boosk]=title | unknown_parameter | did you mean fields[books]?
            /v1/loans/?fields[books]=title   | unknown_parameter       | include its resources first
            /v1/loans/?fields[book]=title    | unknown_parameter       | did you mean fields[books]? Include its resources, too.
            /v1/books/?page[number]=2147483648             | invalid_page            | from 1 to 2147483647
            """)
    void an_error_never_suggests_what_would_be_rejected(String url, String code, String detail, Library library) {
        var rejected = library.admin().get(url).expectStatus(400);
        assertThat(rejected.expectError(code).text("/errors/0/detail")).contains(detail);
        assertThat(rejected.errors()).hasSize(1);
    }

    @Test
    void white_space_around_a_value_is_ignored_unless_texts_begin_or_end_with_it(Library library) {
        var one = unique("SPACE");
        var other = unique("SPACE");
        var ids = List.of(one, other).stream()
                .map(identifier -> library.create("books", book(identifier, "Logic, a")))
                .toList();
        for (var filter : List.of(
                "filter[id]=%s, %s".formatted(ids.get(0), ids.get(1)),
                "filter[isbn]=%s, %s".formatted(one, other),
                "filter[isbn.iexact]= %s , \"%s\"".formatted(one, other))) {
            assertThat(library.reader().get("/v1/books/?" + filter).each("/id"))
                    .as(filter)
                    .containsExactlyInAnyOrderElementsOf(ids);
        }
        var own = "/v1/books/?filter[isbn]=%s&".formatted(one);
        library.reader().get(own + "filter[title]=Ethics, \"Logic, a\"").expect("/meta/pagination/count", "1");
        library.reader().get(own + "filter[title.startswith]= Logic").expect("/meta/pagination/count", "0");
        library.reader().get("/v1/loans/?filter[state]=lent, returned").expectStatus(200);
        library.reader().get("/v1/copies/?filter[days]=1, 2").expectStatus(200);
        library.reader().get("/v1/copies/?filter[may_leave]= true").expectStatus(200);
        library.reader()
                .get("/v1/books/?filter[changed_on]=2024-09-03, 2024-09-04")
                .expectStatus(200);
    }

    @Test
    void white_space_around_the_names_in_a_list_is_ignored(Library library) {
        library.reader()
                .get("/v1/books/?sort=title, -id&fields[books]=title, copies&include= copies")
                .expectStatus(200);
    }

    private static String url(String parameter, String value) {
        return "/v1/copies/?%s=%s".formatted(parameter, URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            filter[days]        | malformed_parameter
            filter[days.gte]    | malformed_parameter
            page[size]                          | invalid_page
            page[number]                        | invalid_page
            """)
    void other_digits_and_signs_are_400_and_the_parameter_is_named(String parameter, String code, Library library) {
        for (var value :
                new String[] {"+1", "٣", "１", "1٣", "--1", "-", "1e0", "0x1", "1_0", "−1", "", "1.0", "99999999999"}) {
            library.reader().get(url(parameter, value)).expectStatus(400).expectError(code, "parameter", parameter);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "filter[days], -17",
        "filter[days.ne], -2147483648",
        "filter[days], -0",
        "filter[days], 2147483647",
        "page[size], 13",
        "page[number], 1"
    })
    void ascii_digits_are_read(String parameter, String value, Library library) {
        library.reader().get(url(parameter, value)).expectStatus(200);
    }
}
