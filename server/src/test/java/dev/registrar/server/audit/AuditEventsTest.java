package dev.registrar.server.audit;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.AuditRows;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /v1/audit_events/}: administrators read who changed what. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class AuditEventsTest {
    private static final String AUDIT = "/v1/audit_events/";

    private Service service;
    private Response course;

    @BeforeEach
    void a_course_that_was_changed_twice(Service shared) {
        service = shared;
        course = service.admin().post("/v1/courses/", course(unique("READ"), "Logic"));
        rename("Ethics");
        rename("Metaphysics");
    }

    private Response rename(String name) {
        return service.admin()
                .patch(
                        course.header("Location"),
                        Document.of("courses", course.id()).attribute("course_name", name))
                .expectStatus(200);
    }

    private Response find(String query) {
        return service.admin().get(AUDIT + "?" + query).expectStatus(200);
    }

    private static List<String> actions(Response page) {
        return page.each("/attributes/action");
    }

    @Test
    void the_history_of_a_resource_begins_with_its_last_change_and_shows_each_before_and_after() {
        var page = find("filter[resource_id]=" + course.id());
        assertThat(actions(page)).containsExactly("updated", "updated", "created");
        page.expect("/data/0/meta/change/before/attributes/course_name", "Ethics")
                .expect("/data/0/meta/change/after/attributes/course_name", "Metaphysics")
                .expect("/data/2/meta/change/before", null)
                .expect("/data/0/attributes/caller_name", "admin")
                .expect("/data/0/attributes/resource_type", "courses")
                .expectAbsent("/meta/pagination");
    }

    @Test
    void it_remains_after_the_resource_was_deleted() {
        var deleted = service.admin().delete(course.header("Location")).expectStatus(204);
        var page = find("page[size]=1&filter[resource_id]=" + course.id());
        assertThat(actions(page)).containsExactly("deleted");
        page.expect("/data/0/attributes/request_id", deleted.header("X-Request-Id"))
                .expect("/data/0/meta/change/after", null);
        var id = page.each("/id").get(0);
        service.admin().get(AUDIT + id + "/").expectStatus(200).expect("/data/attributes/action", "deleted");
    }

    @Test
    void the_links_of_pages_lead_through_all_events_once_also_while_others_are_recorded() {
        List<String> found = new ArrayList<>();
        var page = find("page[size]=1&filter[resource_id]=" + course.id());
        while (true) {
            found.addAll(page.each("/attributes/occurred_at"));
            assertThat(found).doesNotHaveDuplicates();
            if (page.at("/links/next").isNull()) {
                break;
            }
            rename(unique("Later "));
            page = service.admin().get(page.text("/links/next")).expectStatus(200);
        }
        assertThat(found).hasSizeGreaterThanOrEqualTo(3);
        assertThat(found.stream().map(Instant::parse).toList())
                .isSortedAccordingTo((one, other) -> other.compareTo(one));
    }

    @Test
    void events_are_found_by_caller_time_and_request_together() {
        var last = find("page[size]=1&filter[resource_id]=" + course.id());
        var time = last.each("/attributes/occurred_at").get(0);
        var request = last.each("/attributes/request_id").get(0);
        assertThat(find("filter[caller_name]=admin&filter[occurred_at.gte]=%s&filter[occurred_at.lte]=%s"
                                .formatted(time, time))
                        .each("/id"))
                .isEqualTo(last.each("/id"));
        assertThat(find("filter[request_id]=" + request).each("/attributes/resource_id"))
                .containsExactly(course.id());
        assertThat(find("filter[occurred_at.lt]=%s&filter[resource_id]=%s".formatted(time, course.id()))
                        .each("/attributes/action"))
                .containsExactly("updated", "created");
        assertThat(find("filter[resource_type]=courses&page[size]=1&filter[occurred_at.lte]=" + time)
                        .each("/id"))
                .isEqualTo(last.each("/id"));
    }

    @Test
    void events_about_a_person_are_found_in_any_letter_case() {
        var uni = unique("person");
        var created = service.admin()
                .post("/v1/registrations/", registration(uni, course.id()))
                .expectStatus(201);
        AuditRows.await(service.databaseUri(), created.id(), 2);
        for (var filter : List.of("uni]=" + uni, "uni.iexact]=" + uni.toUpperCase(Locale.ROOT))) {
            assertThat(find("filter[" + filter).each("/attributes/resource_id"))
                    .as(filter)
                    .containsExactly(created.id(), created.id());
        }
    }

    @Test
    void a_registration_that_was_given_to_another_person_is_found_by_the_former_one() {
        var former = unique("former");
        var created = service.admin()
                .post("/v1/registrations/", registration(former, course.id()))
                .expectStatus(201);
        service.admin()
                .patch(
                        created.header("Location"),
                        Document.of("registrations", created.id()).attribute("uni", unique("next")))
                .expectStatus(200);
        var found = find("filter[former_uni.iexact]=%s&page[size]=1".formatted(former.toUpperCase(Locale.ROOT)));
        assertThat(found.each("/attributes/resource_id")).containsExactly(created.id());
        assertThat(find("filter[former_uni]=" + former).each("/id")).isEqualTo(found.each("/id"));
    }

    @Test
    void a_caller_without_the_administrative_scope_is_rejected_by_name() {
        for (var path : List.of(AUDIT, AUDIT + "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2/")) {
            var rejected = service.reader().get(path).expectStatus(403).expectError("forbidden");
            assertThat(rejected.text("/errors/0/detail"))
                    .isEqualTo("You are not allowed to do this: it needs the scope administrative.");
        }
        service.anonymous().get(AUDIT).expectStatus(401);
    }

    @Test
    void an_access_token_needs_the_scope_that_the_organization_has_chosen(Vertx vertx) {
        var server = new AuthorizationServer(vertx);
        var settings = server.settings().put("administrative-scope", "faculty:office");
        var url = "http://127.0.0.1:" + service.startGateway("authentication", settings);
        Client.of(url)
                .withHeader("Authorization", "Bearer " + server.token(server.claims("read faculty:office")))
                .get(AUDIT)
                .expectStatus(200);
        for (var scopes : List.of("read", "faculty:office", "read administrative", "read registrar:admin")) {
            var rejected = Client.of(url)
                    .withHeader("Authorization", "Bearer " + server.token(server.claims(scopes)))
                    .get(AUDIT)
                    .expectStatus(403)
                    .expectError("forbidden");
            assertThat(rejected.header("WWW-Authenticate")).contains("scope=\"read faculty:office\"");
            assertThat(rejected.text("/errors/0/detail"))
                    .isEqualTo("You are not allowed to do this: it needs the scope %s."
                            .formatted(scopes.startsWith("read") ? "faculty:office" : "read"));
        }
    }

    @Test
    void a_sender_on_the_event_bus_needs_the_administrative_scope_too() {
        var query = new JsonObject()
                .put("caller", Callers.unbound("auditor", "read", "administrative"))
                .put("query", new JsonObject().put("filter[resource_id]", course.id()));
        var reply = BusMessage.to(service, "registrar.audit_events", query)
                .withHeader("action", "list")
                .<Buffer>reply();
        assertThat(reply.body().toJsonObject().getJsonArray("data")).hasSize(3);
        BusMessage.to(service, "registrar.audit_events", query.put("caller", Callers.unbound("auditor", "read")))
                .withHeader("action", "list")
                .expectErrorsAt(403, "pointer /caller/scopes");
    }

    @Proves("Specification, General method table")
    @ParameterizedTest
    @ValueSource(strings = {"POST", "PATCH", "PUT", "DELETE"})
    void audit_events_cannot_be_changed(String method) {
        var path = method.equals("POST") ? AUDIT : AUDIT + "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2/";
        service.admin()
                .send(method, path, Optional.empty())
                .expectStatus(405)
                .expectHeader("Allow", "GET, HEAD, OPTIONS");
    }

    @ParameterizedTest
    @CsvSource({
        "page[number]=2, invalid_page, page[number]",
        "sort=caller_name, unknown_sort_field, sort",
        "filter[action]=created, unknown_filter_field, filter[action]",
        "filter[occurred_at.gte]=2026-09-01, malformed_parameter, filter[occurred_at.gte]",
        "filter[occurred_at]=2026-13-01T00:00:00Z, malformed_parameter, filter[occurred_at]",
        "filter[resource_id]=4711, malformed_parameter, filter[resource_id]",
        "filter[resource_id.gt]=0c5b3df5-f147-45e4-b8a4-904fb8aa18a2, unknown_filter_operator, filter[resource_id.gt]",
        "include=courses, unknown_include, include",
    })
    void errors_in_a_query_are_reported_with_their_place(String query, String code, String parameter) {
        service.admin().get(AUDIT + "?" + query).expectStatus(400).expectError(code, "parameter", parameter);
    }
}
