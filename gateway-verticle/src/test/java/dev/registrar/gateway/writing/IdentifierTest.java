package dev.registrar.gateway.writing;

import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.registration;
import static dev.registrar.gateway.testing.document.Documents.term;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.document.Document;
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

/** A uni, a course identifier and a term identifier: what reads the same to people is the same to the service. */
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
    void a_person_registers_once_for_a_course_however_the_uni_is_written(Service service) {
        var course = newCourse(service);
        register(service, "abé1", course).expectStatus(201);
        for (var same : List.of("ABÉ1", "abÉ1")) {
            register(service, same, course)
                    .expectStatus(409)
                    .expectError("duplicate", "pointer", "/data/attributes/uni");
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
    void another_spelling_of_the_uni_is_no_other_person(Service service) {
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
                .expectError("duplicate", "pointer", "/data/attributes/uni");
    }

    @Test
    void course_and_term_identifiers_are_unique_whatever_the_case_of_letters(Service service) {
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
    void what_cannot_be_seen_in_an_identifier_is_refused(String identifier, Service service) {
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
    void half_a_character_in_an_identifier_is_refused(Service service) {
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
    void what_can_be_seen_is_kept_as_it_is(String text, Service service) {
        var identifier = unique(text);
        service.admin()
                .post("/v1/courses/", course(identifier, "Logic"))
                .expectStatus(201)
                .expect("/data/attributes/course_identifier", identifier);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00a0", " \u2003\u3000", "\u200b", "\u2028\t", "\ufeff \u2060"})
    void a_name_of_nothing_but_white_space_or_what_cannot_be_seen_is_blank(String name, Service service) {
        service.admin()
                .post("/v1/courses/", course(unique("BLANK"), name))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes/course_name");
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

    @Test
    void a_filter_finds_an_identifier_as_it_is_stored_and_iexact_in_any_case(Service service) {
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
