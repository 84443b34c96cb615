package dev.registrar.gateway.hostile;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A page of many resources with long texts does not use memory without bound. */
@ExtendWith(ServiceExtension.class)
class LargeResponsesTest {
    /** In SQL; six bytes of JSON for each. */
    private static final String CONTROL_CHARACTER = "E'\\u0001'";

    /** Stores courses with descriptions of the maximum length, and returns the URL of all of them. */
    private static String courses(Service service, int number, String character) throws SQLException {
        var prefix = unique("LARGE");
        Sql.execute(service.databaseUri(), """
                INSERT INTO course.courses
                SELECT gen_random_uuid(), '', '', '', '', '%s-' || n, 'Calligraphy', repeat(%s, 20000), NULL, NULL, 'user', now()
                FROM generate_series(1, %s) AS n""".formatted(prefix, character, number));
        return "/v1/courses/?filter[course_identifier.startswith]=" + prefix;
    }

    @Test
    void a_page_that_would_be_too_large_is_rejected_with_what_to_request_instead(Service service) throws SQLException {
        var url = courses(service, 36, CONTROL_CHARACTER);
        var rejected = service.reader()
                .get(url + "&page[size]=100")
                .expectStatus(400)
                .expectError("response_too_large", "parameter", "page[size]");
        assertThat(rejected.body()).contains("fields[");
        service.reader().get(url + "&page[size]=30").expectStatus(200);
        service.reader()
                .get(url + "&page[size]=100&fields[courses]=course_name")
                .expectStatus(200);
    }

    @Test
    void a_page_is_rejected_as_well_if_the_courses_that_it_includes_would_be_too_large(Service service)
            throws SQLException {
        var uni = unique("large");
        var prefix = courses(service, 37, CONTROL_CHARACTER).split("=", -1)[1];
        Sql.execute(service.databaseUri(), """
                INSERT INTO registration.registrations (uni, enrollment, course_id)
                SELECT '%s', 'confirmed', id FROM course.courses WHERE course_identifier LIKE '%s-%%'""".formatted(uni, prefix));
        var url = "/v1/registrations/?include=courses&filter[uni]=" + uni;
        service.reader()
                .get(url + "&page[size]=100")
                .expectStatus(400)
                .expectError("response_too_large", "parameter", "page[size]");
        service.reader().get(url + "&page[size]=30").expectStatus(200);
    }

    /** Fewer than may be included, but with a long name of the user. */
    private static String courseWithLargeTerms(Service service) throws SQLException {
        var course = service.admin()
                .post("/v1/courses/", course(unique("LARGE"), "Before"))
                .id();
        Sql.execute(service.databaseUri(), """
                INSERT INTO course.course_terms
                SELECT gen_random_uuid(), '%s-' || n, 0, false, NULL, NULL, repeat('ñ', 255), now(), '%s'
                FROM generate_series(1, 4000) AS n""".formatted(unique("LARGETERM"), course));
        return course;
    }

    @Test
    void a_change_is_reported_with_whatever_it_includes_but_a_read_is_rejected(Service service) throws SQLException {
        var id = courseWithLargeTerms(service);
        var url = "/v1/courses/" + id + "/";
        service.reader()
                .get(url + "?include=course_terms")
                .expectStatus(400)
                .expectError("response_too_large", "parameter", "include");
        var changed = service.admin()
                .patch(url + "?include=course_terms", Document.of("courses", id).attribute("course_name", "After"))
                .expectStatus(200)
                .expect("/data/attributes/course_name", "After");
        assertThat(changed.at("/included")).hasSize(4000);
        service.admin().delete(url).expectStatus(204);
    }

    @Test
    void an_emoji_takes_four_bytes(Service service) throws SQLException {
        var body = service.reader()
                .get(courses(service, 1, "'🖋'"))
                .expectStatus(200)
                .body();
        assertThat(body).contains("🖋".repeat(20_000));
    }
}
