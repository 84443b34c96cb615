package dev.registrar.server.reading;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The URLs of relationships and related resources, as HTTP clients write them. */
@ExtendWith(ServiceExtension.class)
class RelatedUrlsTest {
    private String course;
    private String term;

    @BeforeEach
    void a_course_with_a_term(Service service) {
        course = service.newCourse();
        term = service.admin()
                .post("/v1/course_terms/", term(unique("RELTERM"), course))
                .id();
    }

    private String linkageUrl() {
        return "/v1/courses/" + course + "/relationships/course_terms";
    }

    @Test
    void urls_work_with_and_without_a_trailing_slash(Service service) {
        service.reader().get(linkageUrl() + "/").expectStatus(200);
        service.reader().get("/v1/courses/" + course + "/course_terms").expectStatus(200);
        service.reader().get("/v1/courses/" + course).expectStatus(200);
        service.reader().get("/v1/courses").expectStatus(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            course_term/                   | courses has no relationship "course_term"; did you mean course_terms?
            relationships/terms            | courses has no relationship "terms"; did you mean course_terms?
            students/                      | courses has no relationship "students"; its relationships are course_terms.
            course_terms/first/            | the collections are /v1/
            """)
    void a_404_below_a_resource_names_the_relationships(String path, String detail, Service service) {
        var notFound =
                service.reader().get("/v1/courses/" + course + "/" + path).expectStatus(404);
        assertThat(notFound.expectError("not_found").text("/errors/0/detail")).contains(detail);
    }

    @Proves("JSON:API 1.0, Updating Resources, 403")
    @Test
    void post_and_delete_on_a_to_one_relationship_are_405(Service service) {
        var url = "/v1/course_terms/" + term + "/relationships/course";
        var linkage = Document.linkage("courses", List.of(course));
        service.admin().post(url, linkage).expectStatus(405).expectHeader("Allow", "GET, HEAD, OPTIONS, PATCH");
        service.admin().delete(url, linkage).expectStatus(405);
    }
}
