package dev.registrar.server.enrollment;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.document.Documents.term;

import dev.registrar.server.testing.Service;
import dev.registrar.testing.document.Document;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where the configuration requires it, people register for a course in a term only. */
class RequiredCourseTermTest {
    @AutoClose
    private static Service service;

    private String course;
    private String url;

    @BeforeAll
    static void a_service_that_requires_course_terms() throws Exception {
        service = Service.start("enrollment", new JsonObject().put("course-term", "required"));
    }

    @BeforeEach
    void a_registration_for_a_course_term() {
        course = newCourse();
        var term = service.admin()
                .post("/v1/course_terms/", term(unique("2026"), course))
                .id();
        url = service.admin()
                .post(
                        "/v1/registrations/",
                        registration(unique("uni"), course)
                                .relationship("course_term", Document.linkage("course_terms", term)))
                .expectStatus(201)
                .header("Location");
    }

    private static String newCourse() {
        return service.admin()
                .post("/v1/courses/", course(unique("REQUIRED"), "Logic"))
                .id();
    }

    @Test
    void a_registration_without_a_course_term_is_422() {
        service.admin()
                .post("/v1/registrations/", registration(unique("uni"), course))
                .expectStatus(422)
                .expectError("course_term_required", "pointer", "/data/relationships/courses")
                .expect(
                        "/errors/0/detail",
                        "People register for a course in a term: choose one of the terms of the course, as the relationship"
                                + " \"course_term\".");
    }

    @Test
    void the_course_term_cannot_be_removed() {
        service.admin()
                .patch(url + "relationships/course_term", Document.noLinkage())
                .expectStatus(422)
                .expectError("course_term_required", "pointer", "");
    }

    @Test
    void another_course_needs_another_course_term() {
        service.admin()
                .patch(url + "relationships/courses", Document.linkage("courses", newCourse()))
                .expectStatus(422)
                .expectError("course_term_required", "pointer", "");
    }

    @Test
    void a_registration_can_be_requested_again_as_it_is() {
        service.admin()
                .patch(
                        url,
                        Document.of("registrations", url.replaceAll(".*/registrations/|/$", ""))
                                .attribute("enrollment", "requested"))
                .expectStatus(200);
    }
}
