package dev.registrar.resource.writing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.postgresql.Sql;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Identifiers are unique regardless of letter case, so the database must fold the case of every letter that may occur. */
@ExtendWith(LibraryExtension.class)
class LetterCaseTest {

    private static boolean isOneLetterInAnyCase(String letter) {
        return Normalizer.isNormalized(letter, Normalizer.Form.NFKC)
                && Stream.of(
                                letter.toUpperCase(Locale.ROOT),
                                letter.toLowerCase(Locale.ROOT),
                                letter.toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT))
                        .allMatch(other -> other.codePointCount(0, other.length()) == 1);
    }

    @Test
    void the_database_treats_upper_and_lower_case_of_every_allowed_letter_as_equal(Library library)
            throws SQLException {
        var letters = IntStream.rangeClosed(1, Character.MAX_CODE_POINT)
                .filter(Character::isLetter)
                .mapToObj(Character::toString)
                .filter(letter -> !letter.equals(letter.toUpperCase(Locale.ROOT))
                        || !letter.equals(letter.toLowerCase(Locale.ROOT)))
                .filter(LetterCaseTest::isOneLetterInAnyCase)
                .toList();
        assertThat(letters).hasSizeGreaterThan(2_000);
        assertThat(distinguished(library, letters)).isEmpty();
    }

    /** The service also compares people outside of the database, for example in events, by {@link String#equalsIgnoreCase}. */
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
            setTexts(fold, 1, characters.stream());
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

    private static List<String> distinguished(Library library, List<String> letters) throws SQLException {
        List<String> found = new ArrayList<>();
        try (var session = library.databaseSession();
                var compare = session.prepareStatement("""
                        SELECT letter FROM unnest(?::text[], ?::text[], ?::text[]) AS cases (letter, upper_case, lower_case)
                        WHERE lower(upper(letter COLLATE pg_c_utf8)) <> ANY(
                            ARRAY[lower(upper(upper_case COLLATE pg_c_utf8)), lower(upper(lower_case COLLATE pg_c_utf8))])""")) {
            setTexts(compare, 1, letters.stream());
            setTexts(compare, 2, letters.stream().map(letter -> letter.toUpperCase(Locale.ROOT)));
            setTexts(compare, 3, letters.stream().map(letter -> letter.toLowerCase(Locale.ROOT)));
            try (var result = compare.executeQuery()) {
                while (result.next()) {
                    found.add(result.getString(1));
                }
            }
        }
        return found;
    }

    private static void setTexts(PreparedStatement statement, int position, Stream<String> texts) throws SQLException {
        statement.setArray(position, statement.getConnection().createArrayOf("text", texts.toArray()));
    }
}
