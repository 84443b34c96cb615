package dev.registrar.gateway;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.gateway.testing.Documents.registration;
import static dev.registrar.gateway.testing.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Answer;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of an identifier there is one spelling, but for the case of its letters; and the database knows which cases are one. */
@ExtendWith(ServiceExtension.class)
class IdentifierSpellingTest {

    private static String newCourse(Service service) {
        return service.admin()
                .post("/v1/courses/", course(unique("SPELLING"), "Logic"))
                .expectStatus(201)
                .id();
    }

    private static Answer register(Service service, String uni, String course) {
        return service.admin().post("/v1/registrations/", registration(uni, course));
    }

    @ParameterizedTest
    @CsvSource({
        "\uFB00, ff",
        "\uFF21\uFF22, AB",
        "x\u00B2, x2",
        "\u2126, \u03A9",
        "\u2163, IV",
        "\u00B5, \u03BC",
        "\u017F, s",
        "e\u0301, \u00E9"
    })
    void of_several_spellings_one_is_taken_and_told(String spelling, String taken, Service service) {
        var course = newCourse(service);
        var refused = register(service, spelling, course).expectStatus(422);
        assertThat(refused.expectError("invalid_value", "pointer", "/data/attributes/uni")
                        .text("/errors/0/detail"))
                .contains("NFKC", "\"" + taken + "\"");
        register(service, taken, course).expectStatus(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stra\u00DFe", "STRA\u1E9EE", "\u01F0", "\u0390", "\u1FB3", "\u0130"})
    void a_letter_that_is_several_in_the_other_case_is_refused(String uni, Service service) {
        var refused = register(service, uni, newCourse(service)).expectStatus(422);
        assertThat(refused.expectError("invalid_value", "pointer", "/data/attributes/uni")
                        .text("/errors/0/detail"))
                .contains("several letters");
    }

    private static boolean isOneLetterInAnyCase(String letter) {
        return Normalizer.isNormalized(letter, Normalizer.Form.NFKC)
                && Stream.of(
                                letter.toUpperCase(Locale.ROOT),
                                letter.toLowerCase(Locale.ROOT),
                                letter.toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT))
                        .allMatch(other -> other.codePointCount(0, other.length()) == 1);
    }

    @Test
    void all_other_letters_are_the_same_to_the_database_in_upper_and_lower_case(Service service) throws SQLException {
        var letters = IntStream.rangeClosed(1, Character.MAX_CODE_POINT)
                .filter(Character::isLetter)
                .mapToObj(Character::toString)
                .filter(letter -> !letter.equals(letter.toUpperCase(Locale.ROOT))
                        || !letter.equals(letter.toLowerCase(Locale.ROOT)))
                .filter(IdentifierSpellingTest::isOneLetterInAnyCase)
                .toList();
        assertThat(letters).hasSizeGreaterThan(2_000);
        assertThat(toldApart(service, letters)).isEmpty();
    }

    private static List<String> toldApart(Service service, List<String> letters) throws SQLException {
        List<String> found = new ArrayList<>();
        try (var session = service.databaseSession();
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
