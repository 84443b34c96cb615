package dev.registrar.resource.reading.query;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
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

/** {@code filter[search]}: text as people type it into a search box. */
@ExtendWith(LibraryExtension.class)
class SearchTest {

    /** Stores a book of a subject, and returns its identifier. */
    @CanIgnoreReturnValue
    private static String store(Library library, String subject, String name, String description) {
        return library.admin()
                .post("/v1/books/", """
                        {"data": {"type": "books", "attributes": {"isbn": "%s", "title": "%s",
                          "summary": "%s", "subject_code": "%s"}}}""".formatted(
                        unique("SEARCHED"), name.replace("\"", "\\\""), description.replace("\"", "\\\""), subject))
                .expectStatus(201)
                .text("/data/attributes/isbn");
    }

    private static String url(String collection, String search) {
        return "%s&filter[search]=%s".formatted(collection, URLEncoder.encode(search, StandardCharsets.UTF_8));
    }

    private static String ofSubject(String subject) {
        return "/v1/books/?filter[subject_code]=" + subject;
    }

    private static List<String> found(Library library, String subject, String search) {
        return library.reader()
                .get(url(ofSubject(subject), search))
                .expectStatus(200)
                .each("/attributes/isbn");
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
                    Follows AAS2320                     | AAS23
                    Follows AAS2320                     | 2320
                    Introduction to Ethics              | ethics INTRO
                    Études françaises                   | ÉTUDES
                    My résumé                           | resume
                    My resume                           | résumé
                    My re\u0301sume\u0301             | résumé
                    My résumé                           | RE\u0301SUM
                    Łódź, Ærø, Đà Nẵng, Öland           | lodz aero da nang oland
                    Die Straße                          | STRASSE
                    ﬁnance in ＡＢ１２                     | finance ab12
                    がくもん                             | がく
                    ΛΟΓΟΣ                               | λογος
                    R&B, rock & roll                    | R&B
                    AAS٢٣٢٠                             | aas٢٣٢٠
                    50% off, or it's "free"             | 50% "free"
                    x:* & !y | x:* & !y
                    """)
    void a_search_finds_the_stored_text(String stored, String typed, Library library) {
        var subject = unique("Q");
        var byName = store(library, subject, stored, "");
        var byDescription = store(library, subject, "Nothing", "Before. " + stored + " After.");
        store(library, subject, "Another one", "with some other text of its own");
        assertThat(found(library, subject, typed)).containsExactlyInAnyOrder(byName, byDescription);
    }

    @Test
    void a_search_finds_books_that_contain_all_words_in_any_attribute(Library library) {
        var subject = unique("Q");
        var both = store(library, subject, "Ethics", "for engineers");
        store(library, subject, "Ethics", "for nurses");
        assertThat(found(library, subject, "engineer ethics")).containsExactly(both);
        assertThat(found(library, subject, both + " ethics")).containsExactly(both);
        assertThat(found(library, subject, "ethics doctors")).isEmpty();
    }

    @Test
    void a_search_of_the_description_does_not_find_words_of_the_name(Library library) {
        var subject = unique("Q");
        var described = store(library, subject, "Rivers", "Ecology and Économie of lakes");
        store(library, subject, "Ecology of lakes", "An economy of rivers");
        var url = ofSubject(subject) + "&filter[summary.search]=";
        for (var words : List.of("ecology", "lak ECOL", "économie ecology", "economie")) {
            assertThat(library.reader().get(url + words).each("/attributes/isbn"))
                    .as(words)
                    .containsExactly(described);
        }
        assertThat(library.reader().get(url + "rivers lakes").each("/id")).isEmpty();
        library.reader().get(url + "rivers&page[after]=").expectStatus(200);
    }

    @Test
    void a_word_is_found_by_its_beginning_but_not_by_its_middle(Library library) {
        var subject = unique("Q");
        var book = store(library, subject, "Thermodynamics", "");
        assertThat(found(library, subject, "thermo")).containsExactly(book);
        assertThat(found(library, subject, "dynamics")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "++", "?!", "\" ' , ; --", "\uD83C\uDF93"})
    void a_search_without_a_letter_or_digit_matches_everything(String search, Library library) {
        var subject = unique("Q");
        var book = store(library, subject, "Ethics", "");
        assertThat(found(library, subject, search)).containsExactly(book);
    }

    @Test
    void a_search_of_more_than_eight_words_or_sixteen_parts_is_400(Library library) {
        var subject = unique("Q");
        var book = store(library, subject, "a b c d e f g h", "i-j-k-l m-n-o-p");
        assertThat(found(library, subject, " a b c d e f - g h ")).containsExactly(book);
        assertThat(found(library, subject, "a-b-c-d e-f-g-h i-j-k-l m-n-o-p")).containsExactly(book);
        for (var tooMany : List.of("a b c d e f g h i", "a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q")) {
            library.reader()
                    .get(url("/v1/books/?sort=id", tooMany))
                    .expectStatus(400)
                    .expectError("too_many_values", "parameter", "filter[search]");
        }
        library.reader()
                .get(url("/v1/books/?sort=id", "x".repeat(101)))
                .expectStatus(400)
                .expectError("malformed_parameter", "parameter", "filter[search]");
    }

    @Test
    void a_very_long_word_is_found_by_its_beginning(Library library) {
        var subject = unique("Q");
        for (var letter : List.of("x", "é", "7", "٧", "\uD804\uDC66", "+")) {
            var book = store(library, subject, "Endless " + letter, letter.repeat(20_000));
            if (!letter.equals("+")) {
                assertThat(found(library, subject, letter.repeat(100 / letter.length())))
                        .containsExactly(book);
            }
        }
    }

    /** Each of these has marks that belong before the ones that precede them. */
    @Test
    void a_text_of_combining_marks_whose_order_unicode_normalizes_is_stored_in_time_and_found_by_its_other_words(
            Library library) {
        for (var marks : List.of("\u20d0\u0f73", "\u0301\u0323\u0328\u05b0", "\u0f73")) {
            var word = unique("zalgo");
            var text = word + " " + marks.repeat((20_000 - word.length() - 1) / marks.length());
            store(library, "ZALGO", "Marks", text);
            assertThat(library.reader().get("/v1/books/?filter[search]=" + word).each("/attributes/summary"))
                    .containsExactly(text);
        }
    }

    @Test
    void search_results_support_numbered_pages_and_cursors(Library library) {
        var word = unique("paged");
        for (var number = 0; number < 5; number++) {
            store(library, "PAGED", word, "");
        }
        for (var page : List.of("&page[number]=1", "&page[after]=")) {
            var first = url("/v1/books/?sort=-isbn&page[size]=2" + page, word);
            assertThat(library.reader().walk(first, "next", "/id")).hasSize(5);
        }
        library.reader()
                .get(url("/v1/books/?include=copies&page[size]=2", word))
                .expect("/meta/pagination/count", "5")
                .expect("/meta/pagination/pages", "3");
        library.reader().get(url("/v1/books/?page[number]=2", word)).expectStatus(404);
    }

    @Test
    void a_changed_title_and_a_barcode_can_be_searched(Library library) {
        var subject = unique("Q");
        store(library, subject, "Ethics", "");
        var id = library.reader().get(ofSubject(subject)).text("/data/0/id");
        library.admin().patch("/v1/books/" + id + "/", """
                        {"data": {"type": "books", "id": "%s", "attributes": {"title": "Logic"}}}""".formatted(id)).expectStatus(200);
        assertThat(found(library, subject, "logic")).hasSize(1);
        assertThat(found(library, subject, "ethics")).isEmpty();

        var book = library.newBook();
        var identifier = unique("20243SEARCHED-S");
        library.admin().post("/v1/copies/", copy(identifier, book)).expectStatus(201);
        assertThat(library.reader()
                        .get(url("/v1/copies/?filter[book]=" + book, "20243search s"))
                        .each("/attributes/barcode"))
                .containsExactly(identifier);
        assertThat(library.reader()
                        .get(url("/v1/books/%s/copies/?sort=id".formatted(book), "20243search"))
                        .each("/attributes/barcode"))
                .containsExactly(identifier);
    }
}
