package dev.registrar.server.reading.query;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code filter[search]}: text as people type it into a search box. */
@ExtendWith(ServiceExtension.class)
class SearchTest {

    /** Stores a course of a subject, and returns its identifier. */
    @CanIgnoreReturnValue
    private static String store(Service service, String subject, String name, String description) {
        return service.admin()
                .post("/v1/courses/", """
                        {"data": {"type": "courses", "attributes": {"course_identifier": "%s", "course_name": "%s",
                          "course_description": "%s", "subject_area_code": "%s"}}}""".formatted(
                        unique("SEARCHED"), name.replace("\"", "\\\""), description.replace("\"", "\\\""), subject))
                .expectStatus(201)
                .text("/data/attributes/course_identifier");
    }

    private static String url(String collection, String search) {
        return "%s&filter[search]=%s".formatted(collection, URLEncoder.encode(search, StandardCharsets.UTF_8));
    }

    private static String ofSubject(String subject) {
        return "/v1/courses/?filter[subject_area_code]=" + subject;
    }

    private static List<String> found(Service service, String subject, String search) {
        return service.reader()
                .get(url(ofSubject(subject), search))
                .expectStatus(200)
                .each("/attributes/course_identifier");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    Programming in C++                  | C++
                    Programming in C++11                | c++
                    From C# to F#.                      | f#
                    The poetry of O'Brien               | O'Brien
                    The poetry of O’Brien               | o'brien
                    The poetry of O'Brien               | brien
                    A data-base for everybody           | data-base
                    A data-base for everybody           | data base
                    Write to joe.doe@cs.example.edu     | joe.doe@cs.example.edu
                    Write to joe.doe@cs.example.edu     | joe.doe@cs.exam
                    See https://cs.example.edu/a?t=2024 | https://cs.example.edu/a?t=2024
                    See https://cs.example.edu/a?t=2024 | example.edu
                    Follows AAS2320                     | AAS2320
                    Follows AAS2320                     | aas 2320
                    Follows AAS2320                     | AAS23
                    Follows AAS2320                     | 2320
                    Introduction to Ethics              | ethics INTRO
                    Introduction to Ethics              | to, ethics!
                    Études françaises                   | ÉTUDES
                    My résumé                           | resume
                    My resume                           | résumé
                    My re\u0301sume\u0301             | résumé
                    My résumé                           | RE\u0301SUM
                    Łódź, Ærø, Đà Nẵng, Öland           | lodz aero da nang oland
                    Lodz, Aero, Da Nang, Oland          | Łódź Ærø Đà Nẵng Öland
                    Die Straße                          | STRASSE
                    ﬁnance in ＡＢ１２                     | finance ab12
                    がくもん                             | がく
                    ΛΟΓΟΣ                               | λογος
                    数学入门                             | 数学
                    R&B, rock & roll                    | R&B
                    Der Krieg ١٩٤٥                      | ١٩٤٥
                    वर्ष १९४७ और २०                       | १९४
                    Kurs-𑁦𑁧                           | 𑁦
                    በ፡፳፻፡ዓ.ም.                            | ፳፻
                    AAS٢٣٢٠                             | aas٢٣٢٠
                    50% off, or it's "free"             | 50% "free"
                    x:* & !y | x:* & !y
                    """)
    void a_search_finds_the_stored_text(String stored, String typed, Service service) {
        var subject = unique("Q");
        var byName = store(service, subject, stored, "");
        var byDescription = store(service, subject, "Nothing", "Before. " + stored + " After.");
        store(service, subject, "Another one", "with some other text of its own");
        assertThat(found(service, subject, typed)).containsExactlyInAnyOrder(byName, byDescription);
    }

    @Test
    void a_search_finds_courses_that_contain_all_words_in_any_attribute(Service service) {
        var subject = unique("Q");
        var both = store(service, subject, "Ethics", "for engineers");
        store(service, subject, "Ethics", "for nurses");
        assertThat(found(service, subject, "engineer ethics")).containsExactly(both);
        assertThat(found(service, subject, both + " ethics")).containsExactly(both);
        assertThat(found(service, subject, "ethics doctors")).isEmpty();
    }

    @Test
    void a_search_of_the_description_does_not_find_words_of_the_name(Service service) {
        var subject = unique("Q");
        var described = store(service, subject, "Rivers", "Ecology and Économie of lakes");
        store(service, subject, "Ecology of lakes", "An economy of rivers");
        var url = ofSubject(subject) + "&filter[course_description.search]=";
        for (var words : List.of("ecology", "lak ECOL", "économie ecology", "economie")) {
            assertThat(service.reader().get(url + words).each("/attributes/course_identifier"))
                    .as(words)
                    .containsExactly(described);
        }
        assertThat(service.reader().get(url + "rivers lakes").each("/id")).isEmpty();
        service.reader().get(url + "rivers&page[after]=").expectStatus(200);
    }

    @Test
    void a_word_is_found_by_its_beginning_but_not_by_its_middle(Service service) {
        var subject = unique("Q");
        var course = store(service, subject, "Thermodynamics", "");
        assertThat(found(service, subject, "thermo")).containsExactly(course);
        assertThat(found(service, subject, "dynamics")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "++", "?!", "\" ' , ; --", "\uD83C\uDF93"})
    void a_search_without_a_letter_or_digit_matches_everything(String search, Service service) {
        var subject = unique("Q");
        var course = store(service, subject, "Ethics", "");
        assertThat(found(service, subject, search)).containsExactly(course);
    }

    @Test
    void a_search_of_more_than_eight_words_or_sixteen_parts_is_400(Service service) {
        var subject = unique("Q");
        var course = store(service, subject, "a b c d e f g h", "i-j-k-l m-n-o-p");
        assertThat(found(service, subject, " a b c d e f - g h ")).containsExactly(course);
        assertThat(found(service, subject, "a-b-c-d e-f-g-h i-j-k-l m-n-o-p")).containsExactly(course);
        for (var tooMany : List.of("a b c d e f g h i", "a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q")) {
            service.reader()
                    .get(url("/v1/courses/?sort=id", tooMany))
                    .expectStatus(400)
                    .expectError("too_many_values", "parameter", "filter[search]");
        }
        service.reader()
                .get(url("/v1/courses/?sort=id", "x".repeat(101)))
                .expectStatus(400)
                .expectError("malformed_parameter", "parameter", "filter[search]");
    }

    @Test
    void a_very_long_word_is_found_by_its_beginning(Service service) {
        var subject = unique("Q");
        for (var letter : List.of("x", "é", "7", "٧", "\uD804\uDC66", "+")) {
            var course = store(service, subject, "Endless " + letter, letter.repeat(20_000));
            if (!letter.equals("+")) {
                assertThat(found(service, subject, letter.repeat(100 / letter.length())))
                        .containsExactly(course);
            }
        }
    }

    @Test
    void search_results_support_numbered_pages_and_cursors(Service service) {
        var word = unique("paged");
        for (var number = 0; number < 5; number++) {
            store(service, "PAGED", word, "");
        }
        for (var page : List.of("&page[number]=1", "&page[after]=")) {
            var response = service.reader()
                    .get(url("/v1/courses/?sort=-course_identifier&page[size]=2" + page, word))
                    .expectStatus(200);
            var seen = response.each("/attributes/course_identifier").size();
            while (!response.at("/links/next").isNull()) {
                response = service.reader().get(response.text("/links/next")).expectStatus(200);
                seen += response.each("/attributes/course_identifier").size();
            }
            assertThat(seen).isEqualTo(5);
        }
        service.reader()
                .get(url("/v1/courses/?include=course_terms&page[size]=2", word))
                .expect("/meta/pagination/count", "5")
                .expect("/meta/pagination/pages", "3");
        service.reader().get(url("/v1/courses/?page[number]=2", word)).expectStatus(404);
    }

    @Test
    void a_changed_course_name_and_a_term_identifier_can_be_searched(Service service) {
        var subject = unique("Q");
        store(service, subject, "Ethics", "");
        var id = service.reader().get(ofSubject(subject)).text("/data/0/id");
        service.admin().patch("/v1/courses/" + id + "/", """
                        {"data": {"type": "courses", "id": "%s", "attributes": {"course_name": "Logic"}}}""".formatted(id)).expectStatus(200);
        assertThat(found(service, subject, "logic")).hasSize(1);
        assertThat(found(service, subject, "ethics")).isEmpty();

        var course = service.admin()
                .post("/v1/courses/", course(unique("SEARCHED"), "Logic"))
                .id();
        var identifier = unique("20243SEARCHED-S");
        service.admin().post("/v1/course_terms/", term(identifier, course)).expectStatus(201);
        assertThat(service.reader()
                        .get(url("/v1/course_terms/?filter[course]=" + course, "20243search s"))
                        .each("/attributes/term_identifier"))
                .containsExactly(identifier);
        assertThat(service.reader()
                        .get(url("/v1/courses/%s/course_terms/?sort=id".formatted(course), "20243search"))
                        .each("/attributes/term_identifier"))
                .containsExactly(identifier);
    }
}
