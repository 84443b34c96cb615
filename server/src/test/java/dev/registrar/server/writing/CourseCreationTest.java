package dev.registrar.server.writing;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Creation of courses, as in the specification, and of course terms. */
@ExtendWith(ServiceExtension.class)
class CourseCreationTest {

    @Proves({"Specification, Resource object", "Specification, courses", "Specification, Operations"})
    @Test
    void a_new_course_has_the_members_and_defaults_of_the_specification(Service service) {
        var identifier = unique("CREATE");
        var response = service.admin()
                .post(
                        "/v1/courses/",
                        course(identifier, "Ethics")
                                .attribute("course_description", "How to live.")
                                .attribute("school_bulletin_prefix_code", "U")
                                .attribute("suffix_two", "00")
                                .attribute("subject_area_code", "PHIL")
                                .attribute("course_number", "2301"));
        response.expectStatus(201)
                .expect("/data/type", "courses")
                .expect("/data/attributes/course_identifier", identifier)
                .expect("/data/attributes/course_name", "Ethics")
                .expect("/data/attributes/course_description", "How to live.")
                .expect("/data/attributes/school_bulletin_prefix_code", "U")
                .expect("/data/attributes/suffix_two", "00")
                .expect("/data/attributes/subject_area_code", "PHIL")
                .expect("/data/attributes/course_number", "2301")
                .expect("/data/attributes/effective_start_date", null)
                .expect("/data/attributes/effective_end_date", null)
                .expect("/data/attributes/last_mod_user_name", "admin")
                .expect(
                        "/data/attributes/last_mod_date",
                        LocalDate.now(ZoneOffset.UTC).toString())
                .expect("/data/relationships/course_terms/meta/count", "0");
        assertThat(response.at("/data/relationships/course_terms/data")).isEmpty();
        assertThat(UUID.fromString(response.id())).hasToString(response.id());
    }

    @Proves("JSON:API 1.0, Creating Resources, 201")
    @Test
    void the_location_of_a_new_course_is_its_self_link_and_can_be_read(Service service) {
        var created = service.admin()
                .post("/v1/courses/", course(unique("LOCATION"), "Logic"))
                .expectStatus(201);
        var url = service.url() + "/v1/courses/" + created.id() + "/";
        created.expectHeader("Location", url).expect("/data/links/self", url);
        var read = service.reader().get(created.header("Location")).expectStatus(200);
        assertThat(read.at("/data")).isEqualTo(created.at("/data"));
    }

    @Test
    void omitted_strings_of_a_new_course_are_empty(Service service) {
        service.admin()
                .post("/v1/courses/", course(unique("EMPTY"), "Logic"))
                .expectStatus(201)
                .expect("/data/attributes/course_description", "")
                .expect("/data/attributes/suffix_two", "");
    }

    @Proves("Specification, courses")
    @Test
    void attributes_set_by_the_server_are_ignored_in_a_request(Service service) {
        service.admin()
                .post(
                        "/v1/courses/",
                        course(unique("IGNORED"), "Logic")
                                .attribute("last_mod_user_name", "mallory")
                                .attribute("last_mod_date", "1999-01-01"))
                .expectStatus(201)
                .expect("/data/attributes/last_mod_user_name", "admin");
    }

    @Proves("Specification, What the service does")
    @Test
    void a_new_course_with_an_id_chosen_by_the_client_is_403(Service service) {
        service.admin()
                .post("/v1/courses/", course(unique("ID"), "Logic").withId("0c5b3df5-f147-45e4-b8a4-904fb8aa18a2"))
                .expectStatus(403)
                .expectError("client_generated_id", "pointer", "/data/id");
    }

    @Proves({"JSON:API 1.0, Creating Resources, 409", "Specification, General method table"})
    @Test
    void a_second_course_with_the_same_identifier_is_409(Service service) {
        var identifier = unique("TWICE");
        var first = service.admin()
                .post("/v1/courses/", course(identifier, "First"))
                .expectStatus(201);
        service.admin()
                .post("/v1/courses/", course(identifier, "Second"))
                .expectStatus(409)
                .expectError("duplicate", "pointer", "/data/attributes/course_identifier")
                .expect("/errors/0/links/about", first.header("Location"));
    }

    @Proves("Specification, course_terms")
    @Test
    void a_term_is_created_with_its_course(Service service) {
        var course = service.admin()
                .post("/v1/courses/", course(unique("WITHTERM"), "Logic"))
                .id();
        var term = service.admin().post("/v1/course_terms/", term(unique("TERM"), course));
        term.expectStatus(201)
                .expect("/data/attributes/audit_permitted_code", "0")
                .expect("/data/attributes/exam_credit_flag", "false")
                .expect("/data/relationships/course/data/type", "courses")
                .expect("/data/relationships/course/data/id", course);
        service.reader()
                .get("/v1/courses/" + course + "/")
                .expect("/data/relationships/course_terms/meta/count", "1")
                .expect("/data/relationships/course_terms/data/0/type", "course_terms")
                .expect("/data/relationships/course_terms/data/0/id", term.id());
    }

    @Test
    void a_course_can_be_created_with_existing_terms(Service service) {
        var first = service.admin()
                .post("/v1/courses/", course(unique("FIRSTOWNER"), "Logic"))
                .id();
        var term = service.admin()
                .post("/v1/course_terms/", term(unique("MOVED"), first))
                .id();
        service.admin()
                .post(
                        "/v1/courses/",
                        course(unique("SECONDOWNER"), "Logic II")
                                .relationship("course_terms", Document.linkage("course_terms", List.of(term))))
                .expectStatus(201)
                .expect("/data/relationships/course_terms/data/0/id", term);
        service.reader().get("/v1/courses/" + first + "/").expect("/data/relationships/course_terms/meta/count", "0");
    }

    @Proves("JSON:API 1.0, Creating, Updating and Deleting")
    @Test
    void a_course_with_a_nonexistent_term_is_404_and_not_created(Service service) {
        var identifier = unique("NOTATALL");
        service.admin()
                .post(
                        "/v1/courses/",
                        course(identifier, "Logic")
                                .relationship(
                                        "course_terms",
                                        Document.linkage(
                                                "course_terms", List.of("00000000-0000-4000-8000-000000000000"))))
                .expectStatus(404)
                .expectError("related_not_found", "pointer", "/data/relationships/course_terms/data/0/id");
        service.reader()
                .get("/v1/courses/?filter[course_identifier]=" + identifier)
                .expect("/meta/pagination/count", "0");
    }
}
