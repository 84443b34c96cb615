package dev.registrar.server.writing;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.registration;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A uni, a course identifier and a term identifier: two that look the same to people are the same to the service. */
@ExtendWith(ServiceExtension.class)
class IdentifierTest {

    private static String newCourse(Service service) {
        return service.admin()
                .post("/v1/courses/", course(unique("IDCOURSE"), "Logic"))
                .expectStatus(201)
                .id();
    }

    private static Response register(Service service, String uni, String course) {
        return service.admin().post("/v1/registrations/", registration(uni, course));
    }

    @Test
    void a_person_can_register_only_once_for_a_course_in_any_spelling_of_the_uni(Service service) {
        var course = newCourse(service);
        register(service, "abé1", course).expectStatus(201);
        for (var same : List.of("ABÉ1", "abÉ1")) {
            register(service, same, course)
                    .expectStatus(409)
                    .expectError("already_registered", "pointer", "/data/attributes/uni");
        }
        for (var hidden : List.of(" abé1", "abé1 ", "abé1\n", "abé1\u200b", "abe\u03011")) {
            register(service, hidden, course)
                    .expectStatus(422)
                    .expectError("invalid_value", "pointer", "/data/attributes/uni");
        }
        assertThat(service.reader()
                        .get("/v1/registrations/?filter[courses]=" + course)
                        .each("/attributes/uni"))
                .containsExactly("abé1");
    }

    @Test
    void a_registration_can_change_the_letter_case_of_its_uni_without_a_new_enrollment(Service service) {
        var course = newCourse(service);
        var uni = unique("spelled");
        var id = register(service, uni, course).expectStatus(201).id();
        service.admin()
                .patch(
                        "/v1/registrations/" + id + "/",
                        Document.of("registrations", id).attribute("uni", uni.toUpperCase(Locale.ROOT)))
                .expectStatus(200)
                .expect("/data/attributes/uni", uni.toUpperCase(Locale.ROOT))
                .expect("/data/attributes/enrollment", "confirmed");
        register(service, uni, course).expectStatus(409);
        var other = register(service, unique("other"), course).expectStatus(201).id();
        service.admin()
                .patch(
                        "/v1/registrations/" + other + "/",
                        Document.of("registrations", other).attribute("uni", uni))
                .expectStatus(409)
                .expectError("already_registered", "pointer", "/data/attributes/uni");
    }

    @Test
    void course_and_term_identifiers_are_unique_regardless_of_letter_case(Service service) {
        var identifier = unique("Case-σς");
        var course = service.admin()
                .post("/v1/courses/", course(identifier, "Logic"))
                .expectStatus(201)
                .id();
        for (var same : List.of(identifier.toUpperCase(Locale.ROOT), identifier.toLowerCase(Locale.ROOT))) {
            service.admin()
                    .post("/v1/courses/", course(same, "Logic"))
                    .expectStatus(409)
                    .expectError("duplicate", "pointer", "/data/attributes/course_identifier");
        }
        service.admin().post("/v1/course_terms/", term(identifier, course)).expectStatus(201);
        service.admin()
                .post("/v1/course_terms/", term(identifier.toUpperCase(Locale.ROOT), course))
                .expectStatus(409)
                .expectError("duplicate", "pointer", "/data/attributes/term_identifier");
        service.admin()
                .post(
                        "/v1/course_terms/",
                        term(identifier.toUpperCase(Locale.ROOT), "00000000-0000-4000-8000-000000000000"))
                .expectStatus(400)
                .expectError("duplicate", "pointer", "/data/attributes/term_identifier")
                .expectError("related_not_found", "pointer", "/data/relationships/course/data/id");
        service.admin()
                .patch(
                        "/v1/courses/" + course + "/",
                        Document.of("courses", course)
                                .attribute("course_identifier", identifier.toUpperCase(Locale.ROOT)))
                .expectStatus(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " a",
                "a ",
                "\ta",
                "a\u00a0",
                "\u3000a",
                "a\u0085",
                "a\nb",
                "a\u0000b",
                "a\u007fb",
                "a\u00adb",
                "a\u200bb",
                "a\u200db",
                "a\u202eb",
                "a\u2060b",
                "\ufeffa",
                "a\ufe0f",
                "a\udb40\udd00",
                "\u0001a",
                "a\u3164",
                "a\u115fb",
                "a\u034fb",
                "a\u180bb",
                "a\u2028b",
                "a\u2029b",
                "a\u00a0b",
                "a\u2003b",
                "a\ue000b",
                "a\u0378b",
                "a\uffffb",
                "a\u2800",
                "e\u0301",
                "\u212b",
                "\u1100\u1161",
                "\u200b",
                "\u00a0",
                "a\ud834\udd59b",
                "a\ud81b\udfe4b",
                "a\ufffcb",
                "a\u2d7fb",
                "a\ufff0b",
                "a\udb40\udc41",
                "a\u061cb",
                "a\u180eb",
                "i\u0307",
                "\u0457\u0307"
            })
    void an_identifier_with_an_invisible_or_non_normalized_character_is_422(String identifier, Service service) {
        service.admin()
                .post("/v1/courses/", course(identifier, "Logic"))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes/course_identifier");
        service.admin()
                .post("/v1/course_terms/", Document.of("course_terms").attribute("term_identifier", identifier))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes/term_identifier");
    }

    @Test
    void an_identifier_with_an_unpaired_surrogate_is_422(Service service) {
        for (var type : Map.of("courses", "course_identifier", "course_terms", "term_identifier")
                .entrySet()) {
            service.admin()
                    .post("/v1/" + type.getKey() + "/", """
                            {"data": {"type": "%s", "attributes": {"%s": "a\\ud800b"}}}""".formatted(type.getKey(), type.getValue()))
                    .expectStatus(422)
                    .expectError("invalid_value", "pointer", "/data/attributes/" + type.getValue());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMS W1004", "C++/2", "O'Brien", "数学 1", "été-Ω", "\uD83C\uDF93", "क्ष"})
    void an_identifier_of_visible_characters_is_stored_unchanged(String text, Service service) {
        var identifier = unique(text);
        service.admin()
                .post("/v1/courses/", course(identifier, "Logic"))
                .expectStatus(201)
                .expect("/data/attributes/course_identifier", identifier);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00a0", " \u2003\u3000", "\u200b", "\u2028\t", "\ufeff \u2060"})
    void a_course_name_of_only_white_space_or_invisible_characters_is_422(String name, Service service) {
        service.admin()
                .post("/v1/courses/", course(unique("BLANK"), name))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes/course_name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"school_bulletin_prefix_code", "suffix_two", "subject_area_code", "course_number"})
    void a_code_with_white_space_around_it_or_an_invisible_character_is_422(String code, Service service) {
        for (var text : List.of(" A", "A ", "A\n", "\u00a0A", "A\u200b")) {
            service.admin()
                    .post("/v1/courses/", course(unique("CODED"), "Logic").attribute(code, text))
                    .expectStatus(422)
                    .expectError("invalid_value", "pointer", "/data/attributes/" + code);
        }
        var course = service.admin()
                .post("/v1/courses/", course(unique("CODED"), "Logic").attribute(code, "\u00d61"))
                .expectStatus(201)
                .id();
        assertThat(service.reader()
                        .get("/v1/courses/?filter[%s]=%%20%%C3%%961%%20&filter[id]=%s".formatted(code, course))
                        .each("/id"))
                .containsExactly(course);
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
    void a_uni_that_is_not_normalized_is_422_and_the_error_shows_the_normalized_form(
            String spelling, String normalized, Service service) {
        var course = newCourse(service);
        var rejected = register(service, spelling, course).expectStatus(422);
        assertThat(rejected.expectError("invalid_value", "pointer", "/data/attributes/uni")
                        .text("/errors/0/detail"))
                .contains("NFKC", "\"" + normalized + "\"");
        register(service, normalized, course).expectStatus(201);
    }

    @ParameterizedTest
    @CsvSource({
        "stra\u00DFe, write \"ss\"",
        "STRA\u1E9EE, write \"ss\"",
        "\u01F0, leave it out",
        "\u0390, leave it out",
        "\u1FB3, write \"\u03B1\u03B9\"",
        "\u0130, write \"i\""
    })
    void a_uni_with_a_letter_that_is_several_letters_in_the_other_case_is_422_with_a_remedy(
            String uni, String remedy, Service service) {
        var rejected = register(service, uni, newCourse(service)).expectStatus(422);
        assertThat(rejected.expectError("invalid_value", "pointer", "/data/attributes/uni")
                        .text("/errors/0/detail"))
                .contains("several letters", remedy);
    }

    @ParameterizedTest
    @CsvSource({"al\u01311, i", "b\u0345, \u03B9", "\u1C80, \u0432"})
    void a_uni_with_a_letter_that_would_be_equal_to_another_letter_is_422_and_the_error_shows_the_other(
            String uni, String other, Service service) {
        var rejected = register(service, uni, newCourse(service)).expectStatus(422);
        assertThat(rejected.expectError("invalid_value", "pointer", "/data/attributes/uni")
                        .text("/errors/0/detail"))
                .contains("another letter", "\"" + other + "\"");
    }

    @Test
    void a_filter_finds_an_identifier_in_its_stored_case_and_iexact_in_any_case(Service service) {
        var identifier = unique("Stored-Σ");
        service.admin().post("/v1/courses/", course(identifier, "Logic")).expectStatus(201);
        assertThat(found(service, "course_identifier", identifier)).containsExactly(identifier);
        assertThat(found(service, "course_identifier", identifier.toUpperCase(Locale.ROOT)))
                .isEmpty();
        assertThat(found(service, "course_identifier.iexact", "NONE," + identifier.toUpperCase(Locale.ROOT)))
                .containsExactly(identifier);
    }

    private static List<String> found(Service service, String filter, String value) {
        return service.reader()
                .get("/v1/courses/?filter[%s]=%s".formatted(filter, URLEncoder.encode(value, StandardCharsets.UTF_8)))
                .expectStatus(200)
                .each("/attributes/course_identifier");
    }
}
