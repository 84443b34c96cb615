package dev.registrar.server.enrollment.change;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Response;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Changes of an existing registration and their effect on its enrollment. */
@ExtendWith(ServiceExtension.class)
class RegistrationChangeTest {
    private String course;
    private String otherCourse;
    private String id;
    private String url;

    @BeforeEach
    void a_registration(Service service) {
        course = service.newCourse();
        otherCourse = service.newCourse();
        id = service.register(course).expectStatus(201).id();
        url = "/v1/registrations/" + id + "/";
    }

    private Response patch(Service service, String attribute, String value) {
        return service.admin().patch(url, Document.of("registrations", id).attribute(attribute, value));
    }

    @Test
    void a_patch_to_requested_restarts_the_enrollment(Service service) {
        patch(service, "enrollment", "requested").expectStatus(200).expect("/data/attributes/enrollment", "confirmed");
    }

    @Test
    void a_client_cannot_set_a_registration_to_pending(Service service) {
        patch(service, "enrollment", "pending")
                .expectStatus(409)
                .expectError("invalid_transition", "pointer", "/data/attributes/enrollment")
                .expect(
                        "/errors/0/detail",
                        "The enrollment in a change must be requested, or left out; the server sets pending and confirmed."
                                + " To drop the course, DELETE the registration.");
        service.reader().get(url).expect("/data/attributes/enrollment", "confirmed");
    }

    @Test
    void the_course_of_a_registration_can_be_changed_but_not_removed_at_the_relationship_url(Service service) {
        var linkageUrl = "/v1/registrations/" + id + "/relationships/courses";
        service.admin()
                .patch(linkageUrl, Document.linkage("courses", otherCourse))
                .expectStatus(200)
                .expect("/data/id", otherCourse);
        service.admin()
                .patch(linkageUrl, Document.noLinkage())
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data");
        Await.until("the registration is confirmed for the other course", () -> {
            var read = service.reader().get(url);
            return read.text("/data/relationships/courses/data/id").equals(otherCourse)
                    && read.text("/data/attributes/enrollment").equals("confirmed");
        });
    }

    @Test
    void a_registration_cannot_be_changed_into_a_duplicate_of_another(Service service) {
        var uni = unique("twice");
        var other = service.admin()
                .post("/v1/registrations/", registration(uni, course))
                .expectStatus(201);
        patch(service, "uni", uni)
                .expectStatus(409)
                .expectError("already_registered", "pointer", "/data/attributes/uni")
                .expect("/errors/0/links/about", other.header("Location"));
    }

    @Test
    void a_registration_cannot_be_moved_to_a_course_for_which_the_person_has_another(Service service) {
        var uni = service.reader().get(url).text("/data/attributes/uni");
        var other = service.admin()
                .post("/v1/registrations/", registration(uni, otherCourse))
                .expectStatus(201);
        service.admin()
                .patch(
                        url,
                        Document.of("registrations", id)
                                .relationship("courses", Document.linkage("courses", otherCourse)))
                .expectStatus(409)
                .expectError("already_registered", "pointer", "/data")
                .expect("/errors/0/links/about", other.header("Location"));
        service.admin()
                .patch(url + "relationships/courses", Document.linkage("courses", otherCourse))
                .expectStatus(409)
                .expectError("already_registered")
                .expect("/errors/0/links/about", other.header("Location"));
    }

    @Test
    void a_deleted_registration_is_404_and_its_course_can_be_deleted(Service service) {
        service.admin().delete(url).expectStatus(204);
        service.reader().get(url).expectStatus(404);
        service.admin().delete("/v1/courses/" + course + "/").expectStatus(204);
    }

    @Test
    void the_response_to_a_change_cannot_include_resources_of_another_verticle(Service service) {
        var uni = unique("noinclude");
        service.admin()
                .post("/v1/registrations/?include=courses", registration(uni, otherCourse))
                .expectStatus(400)
                .expectError("unknown_include", "parameter", "include");
        service.reader().get("/v1/registrations/?filter[uni]=" + uni).expect("/meta/pagination/count", "0");
    }

    @Test
    void a_put_of_a_registration_must_contain_the_person(Service service) {
        var uni = unique("put");
        service.admin()
                .put(url, Document.of("registrations", id).attribute("uni", uni).attribute("enrollment", "requested"))
                .expectStatus(200)
                .expect("/data/attributes/uni", uni)
                .expect("/data/relationships/courses/data/id", course);
        service.admin()
                .put(url, Document.of("registrations", id).attribute("enrollment", "requested"))
                .expectStatus(422)
                .expectError("missing_attribute", "pointer", "/data/attributes");
    }
}
