package dev.registrar.resource.writing;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.postgresql.Sql;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Identifiers are unique regardless of letter case, and some filters ignore it, so the database must fold every letter. */
@ExtendWith(LibraryExtension.class)
class LetterCaseTest {
    /**
     * So every letter and its upper and lower case are equal to the database. The service also compares people outside of it, for
     * example in events, by {@link String#equalsIgnoreCase}.
     */
    @Test
    void java_and_the_database_agree_on_which_characters_differ_only_in_case(Library library) throws SQLException {
        var characters = IntStream.rangeClosed(1, Character.MAX_CODE_POINT)
                .filter(character -> Character.getType(character) != Character.SURROGATE)
                .filter(Character::isDefined)
                .mapToObj(Character::toString)
                .toList();
        assertThat(foldedDifferently(library, characters)).isEmpty();
    }

    /** What {@code iexact} finds, {@code filter[search]} finds too; but to a search, the iota below a letter (U+0345) is an accent. */
    @Test
    void a_search_treats_letters_as_equal_that_differ_only_in_case(Library library) {
        assertThat(Sql.read(library.databaseUri(), """
                        SELECT string_agg(letter, ' ')
                        FROM generate_series(1, 1114111) AS code, LATERAL (SELECT
                            chr(CASE WHEN code BETWEEN 55296 AND 57343 OR code = 837 THEN 1 ELSE code END) COLLATE pg_c_utf8 AS letter)
                        WHERE letter <> lower(letter) OR letter <> upper(letter)
                        GROUP BY lower(upper(letter))
                        HAVING count(DISTINCT stock.search_words(stock.search_text(letter))) > 1""")).isEmpty();
    }

    @Test
    void digits_of_all_scripts_are_words_of_a_search(Library library) {
        var digits = IntStream.rangeClosed(1, Character.MAX_CODE_POINT)
                .filter(Character::isDigit)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
        assertThat(Sql.read(library.databaseUri(), """
                        SELECT to_hex(code) FROM unnest('{%s}'::integer[]) AS code
                        WHERE cardinality(stock.search_words(stock.search_text(chr(code)))) <> 1""".formatted(digits))).isEmpty();
    }

    private static List<String> foldedDifferently(Library library, List<String> characters) throws SQLException {
        try (var session = library.databaseSession();
                var fold = session.prepareStatement("SELECT lower(upper(character COLLATE pg_c_utf8)) FROM"
                        + " unnest(?::text[]) WITH ORDINALITY AS characters (character, place) ORDER BY place")) {
            fold.setArray(1, session.createArrayOf("text", characters.toArray()));
            List<String> found = new ArrayList<>();
            try (var folded = fold.executeQuery()) {
                for (var character : characters) {
                    folded.next();
                    if (!folded.getString(1).equals(foldedByJava(character))) {
                        found.add("U+%s: %s"
                                .formatted(Integer.toHexString(character.codePointAt(0)), folded.getString(1)));
                    }
                }
            }
            return found;
        }
    }

    /** Two texts are equal for {@link String#equalsIgnoreCase} if this is the same for each of their characters. */
    private static String foldedByJava(String character) {
        return Character.toString(Character.toLowerCase(Character.toUpperCase(character.codePointAt(0))));
    }

    @ParameterizedTest
    @CsvSource({
        "Λόγος, ΛΌΓΟΣ",
        "5 \u00b5m, 5 \u03bcM",
        "Ge\u017fang, GESANG",
        "\u0130zmir, izmir",
        "IZMIR, \u0131zmir",
        "Stra\u00dfe, STRA\u1e9eE"
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
