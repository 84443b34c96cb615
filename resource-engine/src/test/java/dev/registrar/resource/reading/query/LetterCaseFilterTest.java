package dev.registrar.resource.reading.query;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same texts are equal but for letter case to every filter that ignores it. */
@ExtendWith(LibraryExtension.class)
class LetterCaseFilterTest {

    @ParameterizedTest
    @CsvSource({
        "Λόγος, ΛΌΓΟΣ",
        "ΛΌΓΟΣ, λόγοσ",
        "5 \u00b5m, 5 \u03bcM",
        "5 \u03bcm, 5 \u00b5m",
        "Ge\u017fang, GESANG",
        "GESANG, ge\u017fang",
        "\u0130zmir, izmir",
        "IZMIR, \u0131zmir",
        "Stra\u00dfe, STRA\u1e9eE",
        "\u212aelvin, kelvin",
        "\u01c5abc, \u01c6ABC"
    })
    void iexact_icontains_and_search_find_the_same_letters(String stored, String typed, Library library) {
        var subject = unique("Q");
        library.admin()
                .post("/v1/books/", book(unique("OTHER"), "Logic").attribute("subject_code", subject))
                .expectStatus(201);
        var book = library.create("books", book(unique("CASED"), stored).attribute("subject_code", subject));
        var text = URLEncoder.encode(typed, StandardCharsets.UTF_8);
        for (var filter : List.of("title.iexact", "title.icontains", "search")) {
            assertThat(library.reader()
                            .get("/v1/books/?filter[subject_code]=%s&filter[%s]=%s".formatted(subject, filter, text))
                            .each("/id"))
                    .as(filter)
                    .containsExactly(book);
        }
    }
}
