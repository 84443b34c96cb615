package dev.registrar.server.enrollment.seats;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.eventbus.RawMessage;
import dev.registrar.testing.postgresql.AuditRows;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Permits as resources: who reads and writes them, and what they belong to. */
@ExtendWith(ServiceExtension.class)
class EnrollmentPermitsTest {
    private static final String COLLECTION = "/v1/enrollment_permits/";

    private Service service;
    private String course;
    private String uni;

    @BeforeEach
    void a_course_and_a_person(Service shared) {
        service = shared;
        course = LimitedCourse.newCourse(service);
        uni = unique("permitted");
    }

    private Document permit() {
        return LimitedCourse.permit(uni, course);
    }

    private static Document inTerm(Document permit, String term) {
        return permit.relationship("course_term", Document.linkage("course_terms", term));
    }

    private RawMessage message(String person, JsonObject body, String action) {
        var caller = Callers.boundTo(person, "portal", "read", "create", "update", "delete");
        return BusMessage.to(service, "registrar.enrollment_permits", body.put("caller", caller))
                .withHeader("action", action);
    }

    private static void expectError(int status, String code, RawMessage message) {
        assertThat(message.expectErrors(status))
                .extracting(error -> error.path("code").asText())
                .containsExactly(code);
    }

    @Test
    void a_permit_lifts_nothing_and_has_no_end_unless_that_is_given() {
        service.admin()
                .post(COLLECTION, permit())
                .expectStatus(201)
                .expect("/data/attributes/outside_dates", "false")
                .expect("/data/attributes/beyond_capacity", "false")
                .expect("/data/attributes/valid_until", null)
                .expect("/data/relationships/course_term/data", null);
    }

    @Test
    void a_permit_needs_a_reason() {
        service.admin()
                .post(COLLECTION, permit().attribute("reason", " "))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes/reason");
    }

    @Test
    void a_person_has_one_permit_for_each_offering() {
        var term = LimitedCourse.newTerm(service, course);
        service.admin().post(COLLECTION, permit()).expectStatus(201);
        service.admin().post(COLLECTION, inTerm(permit(), term)).expectStatus(201);
        service.admin()
                .post(COLLECTION, inTerm(permit(), LimitedCourse.newTerm(service, course)))
                .expectStatus(201);
        var inOtherCase = permit().attribute("uni", uni.toUpperCase(Locale.ROOT));
        for (var second : List.of(inOtherCase, inTerm(permit(), term))) {
            service.admin()
                    .post(COLLECTION, second)
                    .expectStatus(409)
                    .expectError("duplicate", "pointer", "/data/attributes/uni");
        }
    }

    @Test
    void a_permit_is_for_a_term_of_its_course_and_is_deleted_with_it() {
        service.admin()
                .post(COLLECTION, inTerm(permit(), LimitedCourse.newTerm(service, LimitedCourse.newCourse(service))))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/relationships/course_term");
        var term = LimitedCourse.newTerm(service, course);
        var ofTerm = service.admin().post(COLLECTION, inTerm(permit(), term)).expectStatus(201);
        var ofCourse = service.admin().post(COLLECTION, permit()).expectStatus(201);
        service.admin().delete("/v1/course_terms/" + term + "/").expectStatus(204);
        service.reader().get(ofTerm.header("Location")).expectStatus(404);
        service.reader().get(ofCourse.header("Location")).expectStatus(200);
        service.admin().delete("/v1/courses/" + course + "/").expectStatus(204);
        service.reader().get(ofCourse.header("Location")).expectStatus(404);
    }

    @Test
    void a_course_term_with_permits_stays_with_its_course() {
        var term = LimitedCourse.newTerm(service, course);
        service.admin().post(COLLECTION, inTerm(permit(), term)).expectStatus(201);
        service.admin()
                .patch(
                        "/v1/course_terms/" + term + "/relationships/course",
                        Document.linkage("courses", LimitedCourse.newCourse(service)))
                .expectStatus(409)
                .expectError("still_referenced");
    }

    @Test
    void a_person_reads_only_own_permits_and_changes_none() {
        var own = service.admin().post(COLLECTION, permit()).expectStatus(201);
        var other = service.admin()
                .post(COLLECTION, LimitedCourse.permit(unique("other"), course))
                .expectStatus(201);
        var list =
                message(uni.toUpperCase(Locale.ROOT), new JsonObject(), "list").<Buffer>reply();
        assertThat(list.body().toJsonObject().getJsonArray("data"))
                .extracting(found -> ((JsonObject) found).getString("id"))
                .containsExactly(own.id());
        assertThat(message(uni, new JsonObject(), "get")
                        .withHeader("id", own.id())
                        .reply()
                        .headers()
                        .get("status"))
                .isEqualTo("200");
        expectError(404, "not_found", message(uni, new JsonObject(), "get").withHeader("id", other.id()));

        expectError(403, "forbidden", message(uni, document(permit()), "create"));
        var change = document(Document.of("enrollment_permits", own.id()).attribute("beyond_capacity", true));
        expectError(403, "forbidden", message(uni, change, "update").withHeader("id", own.id()));
        expectError(403, "forbidden", message(uni, new JsonObject(), "delete").withHeader("id", own.id()));
    }

    private static JsonObject document(Document document) {
        return new JsonObject().put("document", document.json());
    }

    @Test
    void a_course_term_is_still_required() {
        var inTerm = LimitedCourse.limit(course, 1, 0)
                .relationship("course_term", Document.linkage("course_terms", LimitedCourse.newTerm(service, course)));
        service.admin().post("/v1/enrollment_limits/", inTerm).expectStatus(201);
        service.admin()
                .post(COLLECTION, permit().attribute("outside_dates", true).attribute("beyond_capacity", true))
                .expectStatus(201);
        var caller = Callers.boundTo(uni, "portal", "create");
        expectError(
                422,
                "course_term_required",
                BusMessage.to(
                                service,
                                "registrar.registrations",
                                document(registration(uni, course)).put("caller", caller))
                        .withHeader("action", "create"));
    }

    @Test
    void the_audit_shows_permits() {
        var created = service.admin().post(COLLECTION, permit()).expectStatus(201);
        service.admin().delete(created.header("Location")).expectStatus(204);
        var rows = AuditRows.await(service.databaseUri(), created.id(), 2);
        assertThat(rows).extracting(row -> row.getString("action")).containsExactly("created", "deleted");
        assertThat(rows).allMatch(row -> row.getString("uni").equals(uni));
        assertThat(rows.get(0)
                        .getJsonObject("after")
                        .getJsonObject("attributes")
                        .getString("reason"))
                .isEqualTo("Approved by the department.");
    }
}
