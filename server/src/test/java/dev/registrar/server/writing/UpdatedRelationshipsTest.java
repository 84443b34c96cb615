package dev.registrar.server.writing;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of relationships together with their resource, from either side, in one transaction. */
@ExtendWith(ServiceExtension.class)
class UpdatedRelationshipsTest {
    private static final String ABSENT_ID = "00000000-0000-4000-8000-000000000000";

    private String course;
    private String otherCourse;
    private String term;
    private String otherTerm;

    @BeforeEach
    void two_courses_with_a_term_each(Service service) {
        course = newCourse(service);
        otherCourse = newCourse(service);
        term = newTerm(service, course);
        otherTerm = newTerm(service, otherCourse);
    }

    private static String newCourse(Service service) {
        return service.admin()
                .post("/v1/courses/", course(unique("UPD"), "Logic"))
                .id();
    }

    private static String newTerm(Service service, String course) {
        return service.admin()
                .post("/v1/course_terms/", term(unique("UPDTERM"), course))
                .id();
    }

    private Document courseWithTerm(String termId) {
        return Document.of("courses", course)
                .attribute("course_name", "Changed")
                .relationship("course_terms", Document.linkage("course_terms", List.of(termId)));
    }

    private List<String> termsOf(Service service, String courseId) {
        return service.reader()
                .get("/v1/courses/" + courseId + "/relationships/course_terms")
                .each("/id");
    }

    @Proves("JSON:API 1.0, Updating a Resource's Relationships")
    @Test
    void a_patch_replaces_only_the_relationships_that_it_names(Service service) {
        service.admin()
                .patch("/v1/courses/" + course + "/", courseWithTerm(otherTerm))
                .expectStatus(200)
                .expect("/data/attributes/course_name", "Changed")
                .expect("/data/relationships/course_terms/data/0/id", otherTerm);
        assertThat(termsOf(service, otherCourse)).isEmpty();
        service.reader().get("/v1/course_terms/" + term + "/").expect("/data/relationships/course/data", null);

        service.admin()
                .patch(
                        "/v1/courses/" + course + "/",
                        Document.of("courses", course).attribute("course_name", "Again"))
                .expectStatus(200);
        assertThat(termsOf(service, course)).containsExactly(otherTerm);
    }

    @Test
    void a_patch_of_a_term_can_move_it_to_another_course(Service service) {
        service.admin()
                .patch(
                        "/v1/course_terms/" + term + "/",
                        Document.of("course_terms", term)
                                .attribute("exam_credit_flag", true)
                                .relationship("course", Document.linkage("courses", otherCourse)))
                .expectStatus(200)
                .expect("/data/attributes/exam_credit_flag", "true")
                .expect("/data/relationships/course/data/id", otherCourse);
        assertThat(termsOf(service, otherCourse)).contains(term);
        assertThat(termsOf(service, course)).isEmpty();
    }

    @Proves("JSON:API 1.0, Updating Resources, 404")
    @Test
    void a_patch_with_a_nonexistent_related_resource_is_404_and_changes_nothing(Service service) {
        service.admin()
                .patch("/v1/courses/" + course + "/", courseWithTerm(ABSENT_ID))
                .expectStatus(404)
                .expectError("related_not_found", "pointer", "/data/relationships/course_terms/data/0/id");
        service.reader().get("/v1/courses/" + course + "/").expect("/data/attributes/course_name", "Logic");
        assertThat(termsOf(service, course)).containsExactly(term);
    }

    @Test
    void the_response_to_a_patch_is_that_of_a_get_with_the_same_parameters(Service service) {
        var url = "/v1/courses/" + course + "/?include=course_terms&fields[course_terms]=term_identifier";
        var changed = service.admin().patch(url, courseWithTerm(otherTerm)).expectStatus(200);
        assertThat(changed.body()).isEqualTo(service.reader().get(url).body());
        changed.expect("/included/0/id", otherTerm);
    }

    @Test
    void members_that_are_already_missing_are_removed_without_an_error(Service service) {
        var url = "/v1/courses/" + course + "/relationships/course_terms";
        for (var missing : List.of(ABSENT_ID, otherTerm, "20241LOGIC")) {
            service.admin()
                    .delete(url, Document.linkage("course_terms", List.of(missing)))
                    .expectStatus(200);
            assertThat(termsOf(service, course)).as(missing).containsExactly(term);
        }
        service.admin()
                .delete(url, Document.linkage("course_terms", List.of("20241LOGIC", term)))
                .expectStatus(200);
        assertThat(termsOf(service, course)).isEmpty();
        assertThat(termsOf(service, otherCourse)).containsExactly(otherTerm);
    }

    @Proves("JSON:API 1.0, Updating Resources, 403")
    @Test
    void post_and_delete_on_a_to_one_relationship_are_405(Service service) {
        var url = "/v1/course_terms/" + term + "/relationships/course";
        var linkage = Document.linkage("courses", List.of(otherCourse));
        service.admin().post(url, linkage).expectStatus(405).expectHeader("Allow", "GET, HEAD, OPTIONS, PATCH");
        service.admin().delete(url, linkage).expectStatus(405);
    }

    @Proves("JSON:API 1.0, Updating To-Many Relationships")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"data\": null}",
                "{\"data\": {\"type\": \"course_terms\", \"id\": \"%s\"}}",
                "{\"data\": [{\"type\": \"course_terms\"}]}",
                "{\"data\": [\"%s\"]}",
                "{}"
            })
    void linkage_of_a_to_many_relationship_that_is_not_an_array_of_identifiers_is_400(
            String document, Service service) {
        service.admin()
                .patch("/v1/courses/" + course + "/relationships/course_terms", document.formatted(term))
                .expectStatus(400)
                .expectError("malformed_document");
        assertThat(termsOf(service, course)).containsExactly(term);
    }

    @Test
    void a_related_resource_that_is_named_twice_is_added_once(Service service) {
        service.admin()
                .post(
                        "/v1/courses/" + course + "/relationships/course_terms",
                        Document.linkage("course_terms", List.of(otherTerm, otherTerm)))
                .expectStatus(200)
                .expect("/meta/count", "2");
    }
}
