package dev.registrar.server.audit;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.AuditRows;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every change is recorded in the table of the audit, by the declarations alone. */
@ExtendWith(ServiceExtension.class)
class AuditedChangesTest {
    private Service service;

    @BeforeEach
    void use(Service shared) {
        service = shared;
    }

    private Response newCourse() {
        return service.admin()
                .post("/v1/courses/", course(unique("AUDIT"), "Logic"))
                .expectStatus(201);
    }

    private Response newTerm(String course) {
        return service.admin()
                .post("/v1/course_terms/", term(unique("AUDITTERM"), course))
                .expectStatus(201);
    }

    private static List<String> actions(List<JsonObject> rows) {
        return rows.stream().map(row -> row.getString("action")).toList();
    }

    private static void expectSame(JsonObject recorded, JsonNode resource) {
        assertThat(recorded.getJsonObject("attributes")).isEqualTo(json(resource.path("attributes")));
        assertThat(recorded.getString("id")).isEqualTo(resource.path("id").asText());
        assertThat(recorded.getString("type")).isEqualTo(resource.path("type").asText());
        assertThat(recorded.fieldNames())
                .containsExactlyInAnyOrderElementsOf(
                        ((ObjectNode) resource).deepCopy().without("links")::fieldNames);
    }

    private static JsonObject json(JsonNode node) {
        return new JsonObject(node.toString());
    }

    @Test
    void each_change_is_recorded_with_its_caller_request_time_and_the_resource_before_and_after() {
        var begin = Instant.now().minusSeconds(60);
        var created = newCourse();
        var changed = service.admin()
                .patch(
                        created.header("Location"),
                        Document.of("courses", created.id()).attribute("course_name", "Ethics"))
                .expectStatus(200);
        var deleted = service.admin().delete(created.header("Location")).expectStatus(204);

        var rows = AuditRows.of(service.databaseUri(), created.id());
        assertThat(actions(rows)).containsExactly("created", "updated", "deleted");
        assertThat(rows)
                .extracting(row -> row.getString("request_id"))
                .containsExactly(
                        created.header("X-Request-Id"), changed.header("X-Request-Id"), deleted.header("X-Request-Id"));
        assertThat(rows)
                .allMatch(row -> row.getString("resource_type").equals("courses"))
                .allMatch(row -> row.getString("caller_kind").equals("user"))
                .allMatch(row -> row.getString("caller_name").equals("admin"))
                .allMatch(row -> row.getString("caller_subject").equals("admin"))
                .allMatch(row -> row.getValue("uni") == null && row.getValue("caller_uni") == null)
                .allMatch(row -> OffsetDateTime.parse(row.getString("occurred_at"))
                        .toInstant()
                        .isAfter(begin));
        assertThat(rows.get(0).getValue("before")).isNull();
        expectSame(rows.get(0).getJsonObject("after"), created.at("/data"));
        expectSame(rows.get(1).getJsonObject("before"), created.at("/data"));
        expectSame(rows.get(1).getJsonObject("after"), changed.at("/data"));
        expectSame(rows.get(2).getJsonObject("before"), changed.at("/data"));
        assertThat(rows.get(2).getValue("after")).isNull();
    }

    @Test
    void the_terms_that_are_deleted_with_their_course_are_recorded_with_the_same_request() {
        var course = newCourse();
        var term = newTerm(course.id());
        var deleted = service.admin().delete(course.header("Location")).expectStatus(204);
        var rows = AuditRows.of(service.databaseUri(), term.id());
        assertThat(actions(rows)).containsExactly("created", "deleted");
        expectSame(rows.get(1).getJsonObject("before"), term.at("/data"));
        assertThat(rows.get(1).getString("request_id")).isEqualTo(deleted.header("X-Request-Id"));
    }

    @Test
    void a_change_of_a_relationship_is_recorded_for_each_member_that_it_moves() {
        var former = newCourse().id();
        var next = newCourse().id();
        var term = newTerm(former).id();
        var added = service.admin()
                .post(
                        "/v1/courses/%s/relationships/course_terms".formatted(next),
                        Document.linkage("course_terms", List.of(term)))
                .expectStatus(200);
        var move = AuditRows.of(service.databaseUri(), term).get(1);
        assertThat(move.getString("request_id")).isEqualTo(added.header("X-Request-Id"));
        assertThat(courseOf(move.getJsonObject("before"))).isEqualTo(former);
        assertThat(courseOf(move.getJsonObject("after"))).isEqualTo(next);
    }

    private static String courseOf(JsonObject term) {
        return term.getJsonObject("relationships")
                .getJsonObject("course")
                .getJsonObject("data")
                .getString("id");
    }

    @Test
    void the_outcome_of_an_enrollment_is_recorded_with_the_process_and_the_request_that_started_it() {
        var uni = unique("audited");
        var created = service.admin()
                .post("/v1/registrations/", registration(uni, newCourse().id()))
                .expectStatus(201);
        var rows = AuditRows.await(service.databaseUri(), created.id(), 2);
        assertThat(rows)
                .extracting(row -> row.getString("caller_kind") + " " + row.getString("caller_name"))
                .containsExactly("user admin", "system enrollment");
        assertThat(rows)
                .allMatch(row -> row.getString("request_id").equals(created.header("X-Request-Id")))
                .allMatch(row -> row.getString("uni").equals(uni));
        var outcome = rows.get(1);
        assertThat(outcome.getValue("caller_subject")).isNull();
        assertThat(outcome.getJsonObject("before").getJsonObject("attributes").getString("enrollment"))
                .isEqualTo("pending");
        expectSame(outcome.getJsonObject("after"), created.at("/data"));
    }

    @Test
    void a_bound_caller_of_the_event_bus_is_recorded_with_issuer_subject_and_person() {
        var uni = unique("bound");
        var course = newCourse().id();
        var request = new JsonObject()
                .put(
                        "caller",
                        Callers.boundTo(uni, "portal", "create")
                                .put("issuer", "https://id.example.edu")
                                .put("subject", "s-4711"))
                .put("request_id", "portal-17")
                .put("document", new JsonObject(registration(uni, course).toString()));
        var reply = BusMessage.to(service, "registrar.registrations", request)
                .withHeader("action", "create")
                .<Buffer>reply();
        var id = reply.body().toJsonObject().getJsonObject("data").getString("id");
        var row = AuditRows.of(service.databaseUri(), id).get(0);
        assertThat(row.getString("caller_issuer")).isEqualTo("https://id.example.edu");
        assertThat(row.getString("caller_subject")).isEqualTo("s-4711");
        assertThat(row.getString("caller_name")).isEqualTo("portal");
        assertThat(row.getString("caller_uni")).isEqualTo(uni);
        assertThat(row.getString("request_id")).isEqualTo("portal-17");
    }

    @Test
    void requests_that_change_nothing_leave_no_row() {
        var course = newCourse();
        service.admin()
                .patch(
                        course.header("Location"),
                        Document.of("courses", course.id()).attribute("course_name", "Logic"))
                .expectStatus(200);
        service.admin()
                .withHeader("If-Match", "\"stale\"")
                .delete(course.header("Location"))
                .expectStatus(412);
        assertThat(actions(AuditRows.of(service.databaseUri(), course.id()))).containsExactly("created");
    }
}
