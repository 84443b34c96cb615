package dev.registrar.resource.writing;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.document.Document;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A borrower, an ISBN and a barcode: two that look the same to people are the same to the engine. */
@ExtendWith(LibraryExtension.class)
class IdentifierTest {

    private static Reply lend(Library library, String borrower, String book) {
        return library.admin().post("/v1/loans/", loan(borrower, book));
    }

    @Test
    void a_person_can_borrow_a_book_only_once_in_any_spelling_of_the_borrower(Library library) {
        var book = library.newBook();
        lend(library, "abé1", book).expectStatus(201);
        for (var same : List.of("ABÉ1", "abÉ1")) {
            lend(library, same, book)
                    .expectStatus(409)
                    .expectError("already_registered", "pointer", "/data/attributes/borrower");
        }
        for (var hidden : List.of(" abé1", "abé1 ", "abé1\n", "abé1\u200b", "abe\u03011")) {
            lend(library, hidden, book)
                    .expectStatus(422)
                    .expectError("invalid_value", "pointer", "/data/attributes/borrower");
        }
        assertThat(library.reader().get("/v1/loans/?filter[book]=" + book).each("/attributes/borrower"))
                .containsExactly("abé1");
    }

    @Test
    void isbns_and_barcodes_are_unique_regardless_of_letter_case(Library library) {
        var identifier = unique("Case-σς");
        var book = library.create("books", book(identifier, "Logic"));
        for (var same : List.of(identifier.toUpperCase(Locale.ROOT), identifier.toLowerCase(Locale.ROOT))) {
            library.admin()
                    .post("/v1/books/", book(same, "Logic"))
                    .expectStatus(409)
                    .expectError("duplicate", "pointer", "/data/attributes/isbn");
        }
        library.admin().post("/v1/copies/", copy(identifier, book)).expectStatus(201);
        library.admin()
                .post("/v1/copies/", copy(identifier.toUpperCase(Locale.ROOT), book))
                .expectStatus(409)
                .expectError("duplicate", "pointer", "/data/attributes/barcode");
        library.admin()
                .post("/v1/copies/", copy(identifier.toUpperCase(Locale.ROOT), "00000000-0000-4000-8000-000000000000"))
                .expectStatus(400)
                .expectError("duplicate", "pointer", "/data/attributes/barcode")
                .expectError("related_not_found", "pointer", "/data/relationships/book/data/id");
        library.admin()
                .patch(
                        "/v1/books/" + book + "/",
                        Document.of("books", book).attribute("isbn", identifier.toUpperCase(Locale.ROOT)))
                .expectStatus(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " a|a\u00a0|a\nb|a\u0000b|a\u007fb|a\u00adb|a\u200bb|a\u202eb|\ufeffa|a\udb40\udd00|a\u3164|a\u2028b",
                "a\u00a0b|a\ue000b|a\uffffb|a\u2800|\u200b|a\ud834\udd59b|a\ufffcb|a\udb40\udc41",
                "e\u0301|\u212b|i\u0307|\u0457\u0307"
            })
    void an_identifier_with_an_invisible_or_non_normalized_character_is_422(String identifiers, Library library) {
        for (var identifier : identifiers.split("\\|", -1)) {
            library.admin()
                    .post("/v1/books/", book(identifier, "Logic"))
                    .expectStatus(422)
                    .expectError("invalid_value", "pointer", "/data/attributes/isbn");
            library.admin()
                    .post("/v1/copies/", Document.of("copies").attribute("barcode", identifier))
                    .expectStatus(422)
                    .expectError("invalid_value", "pointer", "/data/attributes/barcode");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMS W1004", "C++/2", "O'Brien", "数学 1", "été-Ω", "\uD83C\uDF93", "क्ष"})
    void an_identifier_of_visible_characters_is_stored_unchanged(String text, Library library) {
        var identifier = unique(text);
        library.admin()
                .post("/v1/books/", book(identifier, "Logic"))
                .expectStatus(201)
                .expect("/data/attributes/isbn", identifier);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00a0", " \u2003\u3000", "\u200b", "\u2028\t", "\ufeff \u2060"})
    void a_title_of_only_white_space_or_invisible_characters_is_422(String name, Library library) {
        library.admin()
                .post("/v1/books/", book(unique("BLANK"), name))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes/title");
    }

    @ParameterizedTest
    @ValueSource(strings = {"publisher_code", "language_code", "subject_code", "shelf"})
    void a_code_with_white_space_around_it_or_an_invisible_character_is_422(String code, Library library) {
        for (var text : List.of(" A", "A ", "A\n", "\u00a0A", "A\u200b")) {
            library.admin()
                    .post("/v1/books/", book(unique("CODED"), "Logic").attribute(code, text))
                    .expectStatus(422)
                    .expectError("invalid_value", "pointer", "/data/attributes/" + code);
        }
        var book = library.create("books", book(unique("CODED"), "Logic").attribute(code, "\u00d61"));
        assertThat(library.reader()
                        .get("/v1/books/?filter[%s]=%%20%%C3%%961%%20&filter[id]=%s".formatted(code, book))
                        .each("/id"))
                .containsExactly(book);
    }

    @ParameterizedTest
    @CsvSource({"\uFB00, ff", "\u2126, \u03A9", "\u00B5, \u03BC", "\u017F, s", "e\u0301, \u00E9"})
    void a_borrower_that_is_not_normalized_is_422_and_the_error_shows_the_normalized_form(
            String spelling, String normalized, Library library) {
        var book = library.newBook();
        var rejected = lend(library, spelling, book).expectStatus(422);
        assertThat(rejected.expectError("invalid_value", "pointer", "/data/attributes/borrower")
                        .text("/errors/0/detail"))
                .contains("NFKC", "\"" + normalized + "\"");
        lend(library, normalized, book).expectStatus(201);
    }

    @ParameterizedTest
    @CsvSource({
        "stra\u00DFe, several letters, write \"ss\"",
        "\u01F0, several letters, leave it out",
        "\u1FB3, several letters, write \"\u03B1\u03B9\"",
        "\u0130, several letters, write \"i\"",
        "al\u01311, another letter, \"i\"",
        "b\u0345, another letter, \"\u03B9\"",
        "\u1C80, another letter, \"\u0432\""
    })
    void a_borrower_with_a_letter_that_is_others_in_the_other_case_is_422_with_a_remedy(
            String borrower, String reason, String remedy, Library library) {
        var rejected = lend(library, borrower, library.newBook()).expectStatus(422);
        assertThat(rejected.expectError("invalid_value", "pointer", "/data/attributes/borrower")
                        .text("/errors/0/detail"))
                .contains(reason, remedy);
    }

    @Test
    void a_filter_finds_an_identifier_in_its_stored_case_and_iexact_in_any_case(Library library) {
        var identifier = unique("Stored-Σ");
        library.admin().post("/v1/books/", book(identifier, "Logic")).expectStatus(201);
        assertThat(found(library, "isbn", identifier)).containsExactly(identifier);
        assertThat(found(library, "isbn", identifier.toUpperCase(Locale.ROOT))).isEmpty();
        assertThat(found(library, "isbn.iexact", "NONE," + identifier.toUpperCase(Locale.ROOT)))
                .containsExactly(identifier);
    }

    private static List<String> found(Library library, String filter, String value) {
        return library.reader()
                .get("/v1/books/?filter[%s]=%s".formatted(filter, URLEncoder.encode(value, StandardCharsets.UTF_8)))
                .expectStatus(200)
                .each("/attributes/isbn");
    }
}
