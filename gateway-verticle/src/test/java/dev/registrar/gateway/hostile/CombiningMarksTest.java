package dev.registrar.gateway.hostile;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of combining marks, whose order Unicode normalizes: they are stored and found as quickly as others. */
@ExtendWith(ServiceExtension.class)
class CombiningMarksTest {
    private static final int LONGEST = 20_000;

    /** Each of these has marks that belong before the ones that precede them. */
    @ParameterizedTest
    @ValueSource(strings = {"\u20d0\u0f73", "\u0301\u0323\u0328\u05b0", "\u0f73"})
    void a_description_of_marks_is_stored_in_time_and_found_by_its_other_words(String marks, Service service) {
        var word = unique("zalgo");
        var text = word + " " + marks.repeat((LONGEST - word.length() - 1) / marks.length());
        var created = service.admin()
                .post("/v1/courses/", course(unique("MARKS"), "Logic").attribute("course_description", text))
                .expectStatus(201);
        var found = service.reader()
                .get("/v1/courses/?filter[search]=" + word)
                .expectStatus(200)
                .json()
                .path("data");
        assertThat(found).hasSize(1);
        assertThat(found.path(0).path("id").asText()).isEqualTo(created.id());
        assertThat(found.path(0).path("attributes").path("course_description").asText())
                .isEqualTo(text);
    }
}
