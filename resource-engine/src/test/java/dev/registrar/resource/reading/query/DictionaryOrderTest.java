package dev.registrar.resource.reading.query;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names are in the order of a dictionary, codes and identifiers in that of code points. */
@ExtendWith(LibraryExtension.class)
class DictionaryOrderTest {
    /** Accents count only between names that are otherwise equal, and letter case only after them. */
    private static final List<String> NAMES =
            List.of(("-ism: an Introduction, 20th Century Art, art, Art, Ärzte und Recht,"
                            + " ecology, Ecology II, Économie, Économie, naïve Art, Østersund, Øvelse, Zoology")
                    .split(", ", -1));

    private static final String SUBJECT = unique("D");
    private static final String OURS = "/v1/books/?filter[subject_code]=" + SUBJECT;

    @BeforeAll
    static void books_in_another_order(Library library) {
        List<String> shuffled = new ArrayList<>(NAMES);
        Collections.rotate(shuffled, 5);
        Collections.swap(shuffled, 2, 9);
        for (var name : shuffled) {
            library.admin()
                    .post(
                            "/v1/books/",
                            book(unique("ORDERED"), name)
                                    .attribute("subject_code", SUBJECT)
                                    .attribute("shelf", name.substring(0, 1)))
                    .expectStatus(201);
        }
    }

    private static List<String> names(Library library, String query) {
        return library.reader().get(OURS + query).expectStatus(200).each("/attributes/title");
    }

    private static List<String> reversed(List<String> names) {
        List<String> reversed = new ArrayList<>(names);
        Collections.reverse(reversed);
        return reversed;
    }

    @Test
    void names_are_sorted_as_in_a_dictionary(Library library) {
        for (var page : List.of("", "&page[after]=")) {
            assertThat(names(library, "&sort=title" + page)).isEqualTo(NAMES);
            assertThat(names(library, "&sort=-title" + page)).isEqualTo(reversed(NAMES));
        }
        assertThat(names(library, "&sort=title&page[size]=5&page[number]=2")).isEqualTo(NAMES.subList(5, 10));
    }

    @Test
    void codes_are_sorted_by_code_point(Library library) {
        assertThat(library.reader().get(OURS + "&sort=shelf").each("/attributes/shelf"))
                .containsExactly("-", "2", "A", "E", "Z", "a", "e", "n", "Ä", "É", "É", "Ø", "Ø");
    }

    @ParameterizedTest
    @ValueSource(strings = {"title", "-title", "title,-isbn", "-shelf,title"})
    void cursors_visit_each_name_once_in_both_directions(String sort, Library library) {
        var expected = library.reader().get(OURS + "&sort=" + sort).each("/id");
        for (var direction : List.of("next", "prev")) {
            var page = direction.equals("next") ? "after" : "before";
            var seen = library.reader()
                    .walk("%s&sort=%s&page[size]=2&page[%s]=".formatted(OURS, sort, page), direction, "/id");
            assertThat(seen).isEqualTo(direction.equals("next") ? expected : reversed(expected));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            title.gte=naive Art | naïve Art, Østersund, Øvelse, Zoology
            title.lt=Art        | -ism: an Introduction, 20th Century Art, art
            title.lte=Art       | -ism: an Introduction, 20th Century Art, art, Art
            title.gt=P          | Zoology
            title.startswith=Ec | Ecology II
            title.startswith=É,Ø | Économie, Économie, Østersund, Øvelse
            title=art           | art
            title.iexact=art    | art, Art
            title.ne=art&filter[title.lt]=eb | -ism: an Introduction, 20th Century Art, Art, Ärzte und Recht
            """)
    void bounds_are_in_the_order_of_the_sort_and_equal_are_only_the_same_texts(
            String filter, String expected, Library library) {
        for (var page : List.of("", "&page[after]=")) {
            assertThat(String.join(", ", names(library, "&sort=title&filter[" + encoded(filter) + page)))
                    .isEqualTo(expected);
        }
    }

    /** Closes the bracket of the first filter. */
    private static String encoded(String filter) {
        var nameAndValue = filter.split("=", 2);
        var more = nameAndValue[1].split("&", 2);
        return nameAndValue[0] + "]=" + URLEncoder.encode(more[0], StandardCharsets.UTF_8)
                + (more.length > 1 ? "&" + more[1] : "");
    }
}
