package dev.registrar.server.enrollment;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Registrations as in the specification: operations, states and transitions. */
@ExtendWith(ServiceExtension.class)
class RegistrationTest {
    private String course;

    @BeforeEach
    void a_course(Service service) {
        course = service.newCourse();
    }

    @Proves({"Specification, registrations", "Specification, States and transitions", "Specification, Operations"})
    @Test
    void a_registration_decided_in_time_is_201_and_confirmed(Service service) {
        var uni = unique("uni");
        var created = service.admin().post("/v1/registrations/", registration(uni, course));
        var url = service.url() + "/v1/registrations/" + created.id() + "/";
        created.expectStatus(201)
                .expectHeader("Location", url)
                .expect("/data/links/self", url)
                .expect("/data/attributes/uni", uni)
                .expect("/data/attributes/enrollment", "confirmed")
                .expect("/data/relationships/courses/data/type", "courses")
                .expect("/data/relationships/courses/data/id", course);
        service.reader()
                .get(url)
                .expectStatus(200)
                .expectHeader("ETag", created.header("ETag"))
                .expect("/data/attributes/enrollment", "confirmed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "?include=",
                "?fields[registrations]=uni",
                "?fields[registrations]=courses",
                "?fields[registrations]=enrollment,courses"
            })
    void the_document_of_a_confirmed_registration_is_the_one_that_a_get_returns(String query, Service service) {
        var created = service.admin()
                .post("/v1/registrations/" + query, registration(unique("ünï"), course))
                .expectStatus(201);
        var read = service.admin().get(created.header("Location") + query).expectStatus(200);
        assertThat(created.body()).isEqualTo(read.body());
        assertThat(created.headers("ETag")).isEqualTo(query.isEmpty() ? read.headers("ETag") : List.of());
    }

    @Proves("JSON:API 1.0, Error Objects")
    @Test
    void a_person_can_register_only_once_for_a_course(Service service) {
        var uni = unique("once");
        var created = service.admin()
                .post("/v1/registrations/", registration(uni, course))
                .expectStatus(201);
        var rejected = service.admin()
                .post("/v1/registrations/", registration(uni.toUpperCase(Locale.ROOT), course))
                .expectStatus(409)
                .expectError("already_registered", "pointer", "/data/attributes/uni")
                .expect("/errors/0/links/about", created.header("Location"));
        assertThat(rejected.errors()).hasSize(1);
        service.reader()
                .get("/v1/registrations/?filter[uni.iexact]=" + uni.toUpperCase(Locale.ROOT))
                .expect("/data/0/attributes/uni", uni);
    }

    @Test
    void the_enrollment_of_a_new_registration_may_be_left_out(Service service) {
        service.admin()
                .post(
                        "/v1/registrations/",
                        Document.of("registrations")
                                .attribute("uni", unique("short"))
                                .relationship("courses", Document.linkage("courses", course)))
                .expectStatus(201)
                .expect("/data/attributes/enrollment", "confirmed");
    }

    @Test
    void a_replacement_that_leaves_out_the_enrollment_does_not_request_it_again(Service service) {
        var uni = unique("kept");
        var created = service.admin().post("/v1/registrations/", registration(uni, course));
        service.admin()
                .withHeader("Prefer", "respond-async")
                .put(
                        created.header("Location"),
                        Document.of("registrations", created.id()).attribute("uni", uni))
                .expectStatus(200)
                .expect("/data/attributes/enrollment", "confirmed");
    }

    @Test
    void a_client_cannot_create_a_confirmed_registration(Service service) {
        service.admin()
                .post("/v1/registrations/", registration("ab1", course).attribute("enrollment", "confirmed"))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes/enrollment")
                .expect(
                        "/errors/0/detail",
                        "The enrollment of a new registration must be requested, or left out; the server sets pending and"
                                + " confirmed. To drop the course, DELETE the registration.");
    }

    @Proves("Specification, Operations")
    @Test
    void registrations_can_be_filtered_by_course_and_person(Service service) {
        var first = unique("first");
        service.admin().post("/v1/registrations/", registration(first, course)).expectStatus(201);
        service.register(course).expectStatus(201);
        service.reader()
                .get("/v1/registrations/?filter[courses]=" + course)
                .expectStatus(200)
                .expect("/meta/pagination/count", "2");
        service.reader()
                .get("/v1/registrations/?filter[courses]=" + course + "&filter[uni]=" + first)
                .expect("/meta/pagination/count", "1")
                .expect("/data/0/attributes/uni", first);
    }
}
