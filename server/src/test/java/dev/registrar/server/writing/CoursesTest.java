package dev.registrar.server.writing;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the specification says about courses and course terms. */
@ExtendWith(ServiceExtension.class)
class CoursesTest {

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

    @Proves("Specification, course_terms")
    @Test
    void a_term_is_created_with_its_course(Service service) {
        var course = service.newCourse();
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

    @Proves({"Specification, General method table", "Specification, Errors"})
    @Test
    void a_course_with_registrations_cannot_be_deleted(Service service) {
        var course = service.newCourse();
        service.register(course).expectStatus(201);
        var rejected = service.admin().delete("/v1/courses/" + course + "/").expectStatus(409);
        rejected.expectError("still_referenced");
        service.reader().get("/v1/registrations/?filter[courses]=" + course).expect("/meta/pagination/count", "1");
        service.reader().get("/v1/courses/" + course + "/").expectStatus(200);
    }
}
