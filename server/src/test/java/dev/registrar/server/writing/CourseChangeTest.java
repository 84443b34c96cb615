package dev.registrar.server.writing;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.registration;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;

import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** PATCH, PUT and DELETE of courses, as in the specification. */
@ExtendWith(ServiceExtension.class)
class CourseChangeTest {

    @Proves({"JSON:API 1.0, Updating a Resource's Attributes", "Specification, Operations"})
    @Test
    void a_patch_replaces_only_the_attributes_that_it_names(Service service) {
        var created = service.admin().post("/v1/courses/", course(unique("PATCH"), "Logic"));
        service.admin()
                .patch(
                        created.text("/data/links/self"),
                        Document.of("courses", created.id()).attribute("suffix_two", "01"))
                .expectStatus(200)
                .expect("/data/id", created.id())
                .expect("/data/attributes/suffix_two", "01")
                .expect("/data/attributes/course_name", "Logic");
    }

    @Test
    void a_course_can_be_patched_with_the_document_as_read(Service service) {
        var created = service.admin().post("/v1/courses/", course(unique("BACK"), "Logic"));
        service.admin()
                .patch("/v1/courses/" + created.id() + "/", created.body())
                .expectStatus(200)
                .expect("/data/attributes/course_name", "Logic");
    }

    @Test
    void a_put_resets_the_attributes_that_it_does_not_name(Service service) {
        var identifier = unique("PUT");
        var id = service.admin()
                .post("/v1/courses/", course(identifier, "Logic"))
                .id();
        service.admin()
                .patch("/v1/courses/" + id + "/", Document.of("courses", id).attribute("suffix_two", "01"));
        service.admin()
                .put(
                        "/v1/courses/" + id + "/",
                        Document.of("courses", id)
                                .attribute("course_identifier", identifier)
                                .attribute("course_name", "Other"))
                .expectStatus(200)
                .expect("/data/attributes/course_name", "Other")
                .expect("/data/attributes/suffix_two", "");
    }

    @Proves({
        "JSON:API 1.0, Updating Resources",
        "JSON:API 1.0, Updating Resources, 409",
        "Specification, General method table"
    })
    @Test
    void the_type_and_the_id_of_a_patch_must_be_those_of_the_url(Service service) {
        var id = service.admin()
                .post("/v1/courses/", course(unique("MISMATCH"), "Logic"))
                .id();
        service.admin()
                .patch("/v1/courses/" + id + "/", Document.of("courses", "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2"))
                .expectStatus(409)
                .expectError("id_conflict", "pointer", "/data/id");
        service.admin()
                .patch("/v1/courses/" + id + "/", Document.of("course_terms", id))
                .expectStatus(409)
                .expectError("type_conflict", "pointer", "/data/type");
    }

    @Test
    void an_end_date_before_the_start_date_set_earlier_is_422(Service service) {
        var id = service.admin()
                .post("/v1/courses/", course(unique("DATES"), "Logic"))
                .id();
        var url = "/v1/courses/" + id + "/";
        service.admin()
                .patch(url, Document.of("courses", id).attribute("effective_start_date", "2024-09-03"))
                .expectStatus(200);
        service.admin()
                .patch(url, Document.of("courses", id).attribute("effective_end_date", "2024-09-02"))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes/effective_end_date");
        service.reader().get(url).expect("/data/attributes/effective_end_date", null);
    }

    @Proves("JSON:API 1.0, Updating Resources, 404")
    @Test
    void a_change_or_deletion_of_a_nonexistent_course_is_404(Service service) {
        var id = "00000000-0000-4000-8000-000000000000";
        service.admin()
                .patch("/v1/courses/" + id + "/", Document.of("courses", id))
                .expectStatus(404)
                .expectError("not_found");
        service.admin().delete("/v1/courses/" + id + "/").expectStatus(404).expectError("not_found");
    }

    @Test
    void a_deleted_course_and_its_terms_are_404(Service service) {
        var course = service.admin()
                .post("/v1/courses/", course(unique("DELETE"), "Logic"))
                .id();
        var term = service.admin()
                .post("/v1/course_terms/", term(unique("GONE"), course))
                .id();
        service.admin().delete("/v1/courses/" + course + "/").expectStatus(204);
        service.reader().get("/v1/courses/" + course + "/").expectStatus(404);
        service.reader().get("/v1/course_terms/" + term + "/").expectStatus(404);
    }

    @Proves({"Specification, General method table", "Specification, Errors"})
    @Test
    void a_course_with_registrations_cannot_be_deleted(Service service) {
        var course = service.admin()
                .post("/v1/courses/", course(unique("KEPT"), "Logic"))
                .id();
        service.admin()
                .post("/v1/registrations/", registration(unique("kept"), course))
                .expectStatus(201);
        var rejected = service.admin().delete("/v1/courses/" + course + "/").expectStatus(409);
        rejected.expectError("still_referenced");
        service.reader().get("/v1/registrations/?filter[courses]=" + course).expect("/meta/pagination/count", "1");
        service.reader().get("/v1/courses/" + course + "/").expectStatus(200);
    }
}
