package dev.registrar.server.enrollment;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.document.Document;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** People register for a course in a term, or for the course without a term. */
@ExtendWith(ServiceExtension.class)
class CourseTermRegistrationTest {
    private static final String NOBODY = "00000000-0000-4000-8000-000000000000";

    private String course;
    private String autumn;
    private String spring;
    private String otherCourse;
    private String termOfOtherCourse;

    @BeforeEach
    void two_courses(Service service) {
        course = newCourse(service);
        autumn = newTerm(service, course);
        spring = newTerm(service, course);
        otherCourse = newCourse(service);
        termOfOtherCourse = newTerm(service, otherCourse);
    }

    private static String newCourse(Service service) {
        return service.admin()
                .post("/v1/courses/", course(unique("TERM"), "Logic"))
                .id();
    }

    private static String newTerm(Service service, String course) {
        return service.admin()
                .post("/v1/course_terms/", term(unique("2026"), course))
                .expectStatus(201)
                .id();
    }

    private static Document inTerm(Document registration, String term) {
        return registration.relationship("course_term", Document.linkage("course_terms", term));
    }

    private String register(Service service, String uni, String term) {
        return service.admin()
                .post("/v1/registrations/", inTerm(registration(uni, course), term))
                .expectStatus(201)
                .expect("/data/relationships/course_term/data/id", term)
                .id();
    }

    private static String url(String id) {
        return "/v1/registrations/" + id + "/";
    }

    @Test
    void a_registration_leads_to_its_course_term(Service service) {
        var id = register(service, unique("uni"), autumn);
        service.reader()
                .get(url(id) + "?include=course_term")
                .expect("/data/relationships/course_term/data/type", "course_terms")
                .expect("/data/relationships/course_term/links/related", service.url() + url(id) + "course_term/")
                .expect("/included/0/id", autumn);
        service.reader().get(url(id) + "course_term/").expectStatus(200).expect("/data/id", autumn);
        service.reader().get(url(id) + "relationships/course_term").expect("/data/id", autumn);
        service.reader()
                .get("/v1/registrations/?filter[course_term]=" + autumn + "," + spring)
                .expect("/meta/pagination/count", "1")
                .expect("/data/0/id", id);
    }

    @Test
    void a_registration_without_a_course_term_has_none(Service service) {
        var created = service.admin()
                .post("/v1/registrations/", registration(unique("uni"), course))
                .expectStatus(201)
                .expect("/data/relationships/course_term/data", null);
        service.reader()
                .get(url(created.id()) + "course_term/")
                .expectStatus(200)
                .expect("/data", null);
    }

    @Test
    void a_person_registers_once_for_each_course_term_and_once_for_the_course_without_one(Service service) {
        var uni = unique("uni");
        var first = register(service, uni, autumn);
        register(service, uni, spring);
        var withoutTerm = service.admin()
                .post("/v1/registrations/", registration(uni, course))
                .expectStatus(201);
        service.admin()
                .post("/v1/registrations/", inTerm(registration(uni, course), autumn))
                .expectStatus(409)
                .expectError("already_registered", "pointer", "/data/attributes/uni")
                .expect("/errors/0/links/about", service.url() + url(first));
        service.admin()
                .post("/v1/registrations/", registration(uni, course))
                .expectStatus(409)
                .expectError("already_registered", "pointer", "/data/attributes/uni");
        service.admin()
                .patch(url(first) + "relationships/course_term", Document.linkage("course_terms", spring))
                .expectStatus(409)
                .expectError("already_registered");
        service.admin()
                .patch(url(first) + "relationships/course_term", Document.noLinkage())
                .expectStatus(409)
                .expectError("already_registered")
                .expect("/errors/0/links/about", withoutTerm.header("Location"));
    }

    @Test
    void the_course_term_is_one_of_the_course(Service service) {
        var id = register(service, unique("uni"), autumn);
        var withoutCourse = service.admin()
                .post("/v1/course_terms/", Document.of("course_terms").attribute("term_identifier", unique("2026")))
                .id();
        for (var term : List.of(termOfOtherCourse, withoutCourse)) {
            service.admin()
                    .post("/v1/registrations/", inTerm(registration(unique("uni"), course), term))
                    .expectStatus(422)
                    .expectError("invalid_value", "pointer", "/data/relationships/course_term");
            service.admin()
                    .patch(url(id), inTerm(Document.of("registrations", id), term))
                    .expectStatus(422)
                    .expectError("invalid_value", "pointer", "/data/relationships/course_term");
            service.admin()
                    .patch(url(id) + "relationships/course_term", Document.linkage("course_terms", term))
                    .expectStatus(422)
                    .expectError("invalid_value", "pointer", "");
        }
        service.reader().get(url(id)).expect("/data/relationships/course_term/data/id", autumn);
    }

    @Test
    void a_course_term_that_does_not_exist_is_404(Service service) {
        service.admin()
                .post("/v1/registrations/", inTerm(registration(unique("uni"), course), NOBODY))
                .expectStatus(404)
                .expectError("related_not_found", "pointer", "/data/relationships/course_term/data/id");
    }

    @Test
    void the_course_term_is_changed_like_the_course(Service service) {
        var id = register(service, unique("uni"), autumn);
        var linkage = url(id) + "relationships/course_term";
        service.admin()
                .patch(linkage, Document.linkage("course_terms", spring))
                .expectStatus(200)
                .expect("/data/id", spring);
        service.admin().patch(linkage, Document.noLinkage()).expectStatus(200).expect("/data", null);
        service.admin()
                .patch(
                        url(id),
                        inTerm(
                                Document.of("registrations", id)
                                        .relationship("courses", Document.linkage("courses", otherCourse)),
                                termOfOtherCourse))
                .expectStatus(200)
                .expect("/data/relationships/courses/data/id", otherCourse)
                .expect("/data/relationships/course_term/data/id", termOfOtherCourse)
                .expect("/data/meta/status", "enrolled");
    }

    @Test
    void a_change_of_the_course_alone_removes_the_course_term(Service service) {
        var id = register(service, unique("uni"), autumn);
        service.admin()
                .patch(url(id) + "relationships/courses", Document.linkage("courses", otherCourse))
                .expectStatus(200)
                .expect("/data/id", otherCourse);
        service.reader().get(url(id)).expect("/data/relationships/course_term/data", null);
    }

    @Test
    void a_change_of_the_course_cannot_keep_the_course_term(Service service) {
        var id = register(service, unique("uni"), autumn);
        var moved = Document.of("registrations", id).relationship("courses", Document.linkage("courses", otherCourse));
        service.admin()
                .patch(url(id), inTerm(moved, autumn))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/relationships/course_term");
    }

    @Test
    void a_put_without_the_course_term_keeps_it_while_the_course_stays(Service service) {
        var uni = unique("uni");
        var id = register(service, uni, autumn);
        service.admin()
                .put(
                        url(id),
                        Document.of("registrations", id)
                                .attribute("uni", uni)
                                .relationship("courses", Document.linkage("courses", course)))
                .expectStatus(200)
                .expect("/data/relationships/course_term/data/id", autumn);
    }

    @Test
    void a_course_term_with_registrations_is_neither_deleted_nor_moved_to_another_course(Service service) {
        var id = register(service, unique("uni"), autumn);
        var term = "/v1/course_terms/" + autumn + "/";
        var moved = "People are registered for this course term, so it stays with its course;"
                + " change or delete their registrations first.";
        service.admin()
                .delete(term)
                .expectStatus(409)
                .expectError("still_referenced")
                .expect(
                        "/errors/0/detail",
                        "People are registered for this course term; delete their registrations first.");
        service.admin()
                .patch(term + "relationships/course", Document.linkage("courses", otherCourse))
                .expectStatus(409)
                .expectError("still_referenced")
                .expect("/errors/0/detail", moved);
        service.admin()
                .patch(term + "relationships/course", Document.noLinkage())
                .expectStatus(409)
                .expectError("still_referenced");
        service.admin().delete("/v1/courses/" + course + "/").expectStatus(409).expectError("still_referenced");
        service.admin().delete(url(id)).expectStatus(204);
        service.admin().delete(term).expectStatus(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"replaced", "removed", "added to another"})
    void a_course_term_with_registrations_stays_a_member_of_its_course(String change, Service service) {
        register(service, unique("uni"), autumn);
        var members = "/v1/courses/%s/relationships/course_terms";
        var autumnAlone = Document.linkage("course_terms", List.of(autumn));
        var response = switch (change) {
            case "replaced" ->
                service.admin().patch(members.formatted(course), Document.linkage("course_terms", List.of(spring)));
            case "removed" -> service.admin().delete(members.formatted(course), autumnAlone);
            default -> service.admin().post(members.formatted(otherCourse), autumnAlone);
        };
        response.expectStatus(409).expectError("still_referenced");
        service.reader().get("/v1/course_terms/" + autumn + "/").expect("/data/relationships/course/data/id", course);
    }

    @Test
    void a_registration_shows_its_times_and_its_status(Service service) {
        var before = Instant.now();
        var id = register(service, unique("uni"), autumn);
        var read = service.reader().get(url(id)).expect("/data/meta/status", "enrolled");
        var requested = Instant.parse(read.text("/data/meta/requested_at"));
        var confirmed = Instant.parse(read.text("/data/meta/confirmed_at"));
        assertThat(requested).isBetween(before.minusSeconds(1), Instant.now().plusSeconds(1));
        assertThat(confirmed).isAfterOrEqualTo(requested);
    }

    @Test
    void an_enrollment_that_is_requested_again_keeps_its_times_and_one_for_another_term_gets_new_ones(Service service) {
        var id = register(service, unique("uni"), autumn);
        var first = service.reader().get(url(id));
        var again = service.admin()
                .patch(url(id), Document.of("registrations", id).attribute("enrollment", "requested"))
                .expectStatus(200);
        var moved = service.admin()
                .patch(url(id), inTerm(Document.of("registrations", id), spring))
                .expectStatus(200);
        for (var time : List.of("/data/meta/requested_at", "/data/meta/confirmed_at")) {
            again.expect(time, first.text(time));
            assertThat(Instant.parse(moved.text(time))).isAfter(Instant.parse(first.text(time)));
        }
    }

    @Test
    void registrations_are_sorted_by_the_time_of_the_request(Service service) {
        var first = register(service, unique("uni"), autumn);
        var second = register(service, unique("uni"), autumn);
        var third = register(service, unique("uni"), autumn);
        var page = "/v1/registrations/?filter[course_term]=" + autumn + "&page[size]=2&sort=-requested_at";
        service.reader().get(page).expect("/data/0/id", third).expect("/data/1/id", second);
        var next = service.reader().get(page + "&page[after]=").text("/links/next");
        service.reader().get(next).expect("/data/0/id", first);
    }

    @Test
    void registrations_are_filtered_by_their_status(Service service) {
        var id = register(service, unique("uni"), autumn);
        var ofTerm = "/v1/registrations/?filter[course_term]=" + autumn + "&filter[status]=";
        service.reader().get(ofTerm + "enrolled,waiting").expect("/data/0/id", id);
        service.reader().get(ofTerm + "processing,rejected").expect("/meta/pagination/count", "0");
        service.reader()
                .get(ofTerm + "confirmed")
                .expectStatus(400)
                .expectError("malformed_parameter", "parameter", "filter[status]");
    }
}
