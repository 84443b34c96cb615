package dev.registrar.server.reading.query;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same texts are equal but for letter case to every filter that ignores it. */
@ExtendWith(ServiceExtension.class)
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
    void iexact_icontains_and_search_find_the_same_letters(String stored, String typed, Service service) {
        var subject = unique("Q");
        service.admin()
                .post("/v1/courses/", course(unique("OTHER"), "Logic").attribute("subject_area_code", subject))
                .expectStatus(201);
        var course = service.admin()
                .post("/v1/courses/", course(unique("CASED"), stored).attribute("subject_area_code", subject))
                .expectStatus(201)
                .id();
        var text = URLEncoder.encode(typed, StandardCharsets.UTF_8);
        for (var filter : List.of("course_name.iexact", "course_name.icontains", "search")) {
            assertThat(service.reader()
                            .get("/v1/courses/?filter[subject_area_code]=%s&filter[%s]=%s"
                                    .formatted(subject, filter, text))
                            .each("/id"))
                    .as(filter)
                    .containsExactly(course);
        }
    }
}
