package dev.registrar.server.reading.query;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
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
@ExtendWith(ServiceExtension.class)
class DictionaryOrderTest {
    /** Accents count only between names that are otherwise equal, and letter case only after them. */
    private static final List<String> NAMES = List.of(
            "-ism: an Introduction",
            "20th Century Art",
            "art",
            "Art",
            "Ärzte und Recht",
            "ecology",
            "Ecology II",
            "Économie",
            "Économie",
            "naïve Art",
            "Østersund",
            "Øvelse",
            "Zoology");

    private static final String SUBJECT = unique("D");
    private static final String OURS = "/v1/courses/?filter[subject_area_code]=" + SUBJECT;

    @BeforeAll
    static void courses_in_another_order(Service service) {
        List<String> shuffled = new ArrayList<>(NAMES);
        Collections.rotate(shuffled, 5);
        Collections.swap(shuffled, 2, 9);
        for (var name : shuffled) {
            service.admin()
                    .post(
                            "/v1/courses/",
                            course(unique("ORDERED"), name)
                                    .attribute("subject_area_code", SUBJECT)
                                    .attribute("course_number", name.substring(0, 1)))
                    .expectStatus(201);
        }
    }

    private static List<String> names(Service service, String query) {
        return service.reader().get(OURS + query).expectStatus(200).each("/attributes/course_name");
    }

    private static List<String> reversed(List<String> names) {
        List<String> reversed = new ArrayList<>(names);
        Collections.reverse(reversed);
        return reversed;
    }

    @Test
    void names_are_sorted_as_in_a_dictionary(Service service) {
        for (var page : List.of("", "&page[after]=")) {
            assertThat(names(service, "&sort=course_name" + page)).isEqualTo(NAMES);
            assertThat(names(service, "&sort=-course_name" + page)).isEqualTo(reversed(NAMES));
        }
        assertThat(names(service, "&sort=course_name&page[size]=5&page[number]=2"))
                .isEqualTo(NAMES.subList(5, 10));
    }

    @Test
    void codes_are_sorted_by_code_point(Service service) {
        assertThat(service.reader().get(OURS + "&sort=course_number").each("/attributes/course_number"))
                .containsExactly("-", "2", "A", "E", "Z", "a", "e", "n", "Ä", "É", "É", "Ø", "Ø");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"course_name", "-course_name", "course_name,-course_identifier", "-course_number,course_name"})
    void cursors_visit_each_name_once_in_both_directions(String sort, Service service) {
        var expected = service.reader().get(OURS + "&sort=" + sort).each("/id");
        for (var direction : List.of("next", "prev")) {
            List<String> seen = new ArrayList<>();
            var url = "%s&sort=%s&page[size]=2&page[%s]="
                    .formatted(OURS, sort, direction.equals("next") ? "after" : "before");
            for (var page = service.reader().get(url);
                    ;
                    page = service.reader().get(page.text("/links/" + direction))) {
                seen.addAll(direction.equals("next") ? page.each("/id") : reversed(page.each("/id")));
                if (page.at("/links/" + direction).isNull()) {
                    break;
                }
            }
            assertThat(seen).isEqualTo(direction.equals("next") ? expected : reversed(expected));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            course_name.gte=naive Art | naïve Art, Østersund, Øvelse, Zoology
            course_name.lt=Art        | -ism: an Introduction, 20th Century Art, art
            course_name.lte=Art       | -ism: an Introduction, 20th Century Art, art, Art
            course_name.gt=P          | Zoology
            course_name.startswith=Ec | Ecology II
            course_name.startswith=É,Ø | Économie, Économie, Østersund, Øvelse
            course_name=art           | art
            course_name.iexact=art    | art, Art
            course_name.ne=art&filter[course_name.lt]=eb | -ism: an Introduction, 20th Century Art, Art, Ärzte und Recht
            """)
    void bounds_are_in_the_order_of_the_sort_and_equal_are_only_the_same_texts(
            String filter, String expected, Service service) {
        for (var page : List.of("", "&page[after]=")) {
            assertThat(String.join(", ", names(service, "&sort=course_name&filter[" + encoded(filter) + page)))
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
