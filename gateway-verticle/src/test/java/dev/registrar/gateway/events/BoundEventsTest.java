package dev.registrar.gateway.events;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.authentication.BoundCallers;
import dev.registrar.testing.connection.EventStreamClient;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.EventPages;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A caller whose access token is bound to a person gets only the events of resources that it may read. For a person who loses a
 * registration to another person, it is deleted; neither learns who the other one is.
 */
@ExtendWith(ServiceExtension.class)
class BoundEventsTest {
    private static final String CREATED = "dev.registrar.registrations.created";
    private static final String UPDATED = "dev.registrar.registrations.updated";
    private static final String DELETED = "dev.registrar.registrations.deleted";

    @AutoClose
    private static BoundCallers callers;

    private EventPages events;
    private String alice;
    private String bob;
    private String id;

    @BeforeAll
    static void a_gateway_that_binds_callers(Service service) {
        callers = BoundCallers.of(service);
    }

    @BeforeEach
    void alice_registers(Service service) {
        EventPages.awaitPublication(service);
        events = EventPages.fromNowOn(reader(), "&filter[type]=registrations");
        alice = unique("alice");
        bob = unique("bob");
        id = register(alice, service.newCourse(), service);
    }

    private static String register(String uni, String course, Service service) {
        return service.admin()
                .post("/v1/registrations/", registration(uni, course))
                .expectStatus(201)
                .id();
    }

    /** Reads at the gateway of all tests: another one may receive the same events later. */
    private static Client reader() {
        return Client.of(callers.url()).withCredentials("reader", "reader");
    }

    /** Gives the registration to another person, who needs a new decision; see {@link #change}. */
    private String giveTo(String uni, Service service) {
        return change(uni, 4, service);
    }

    /** Changes the person; returns the URL of the events since the test began when so many are published. */
    private String change(String uni, int published, Service service) {
        var start = events.next().replaceAll(".*/v1", "/v1");
        service.admin()
                .patch(
                        "/v1/registrations/%s/".formatted(id),
                        Document.of("registrations", id).attribute("uni", uni))
                .expectStatus(200);
        events.awaitAbout(id, published);
        return start;
    }

    private static Client boundTo(String uni) {
        return callers.boundTo(uni, "read");
    }

    private static EventPages eventsFor(String uni, String start) {
        return EventPages.after(boundTo(uni), start).readAll();
    }

    private static String texts(EventPages read) {
        return String.join("", read.pages().stream().map(Response::body).toList());
    }

    @Test
    void the_former_person_gets_a_deletion_with_the_registration_as_it_was_which_a_filter_for_deletions_finds(
            Service service) {
        var start = giveTo(bob, service);
        var read = eventsFor(alice, start);
        assertThat(read.each("/attributes/event_type")).containsExactly(CREATED, UPDATED, DELETED);
        assertThat(read.each("/relationships/subject/data/id")).containsOnly(id);
        assertThat(read.each("/meta/resource/attributes/uni")).containsOnly(alice);
        assertThat(read.each("/meta/resource/attributes/enrollment"))
                .containsExactly("pending", "confirmed", "confirmed");
        assertThat(texts(read)).doesNotContain(bob);

        var deletions = start.replaceAll("type%5D=registrations", "type%5D=" + DELETED);
        assertThat(eventsFor(alice, deletions).each("/attributes/event_type")).containsExactly(DELETED);
        assertThat(eventsFor(alice, deletions.replace(DELETED, UPDATED)).each("/attributes/event_type"))
                .containsExactly(UPDATED);
        assertThat(eventsFor(bob, deletions).each("/attributes/event_type")).isEmpty();
    }

    @Test
    void the_new_person_gets_the_changes_without_the_former_person(Service service) {
        var start = giveTo(bob, service);
        var read = eventsFor(bob, start);
        assertThat(read.each("/attributes/event_type")).containsExactly(UPDATED, UPDATED);
        assertThat(read.each("/meta/resource/attributes/uni")).containsOnly(bob);
        assertThat(texts(read)).doesNotContain(alice);
        var batch = boundTo(bob)
                .withHeader("Accept", "application/cloudevents-batch+json")
                .get(start);
        assertThat(new JsonArray(batch.body())).hasSize(2);
        assertThat(batch.body()).doesNotContain(alice);
    }

    @Test
    void whoever_keeps_a_registration_does_not_see_to_whom_it_should_have_been_given(Service service) {
        var url = "/v1/registrations/%s/".formatted(id);
        var course = service.admin().get(url).text("/data/relationships/courses/data/id");
        service.admin()
                .patch(
                        "/v1/courses/%s/".formatted(course),
                        Document.of("courses", course).attribute("effective_end_date", "2019-05-31"))
                .expectStatus(200);
        var start = events.next().replaceAll(".*/v1", "/v1");
        service.admin()
                .patch(url, Document.of("registrations", id).attribute("uni", bob))
                .expectStatus(409);
        events.awaitAbout(id, 4);

        var read = boundTo(alice).get(url).expectStatus(200);
        assertThat(read.text("/data/meta/enrollment/requested/course")).isEqualTo(course);
        assertThat(read.body()).doesNotContain(bob);
        assertThat(boundTo(alice).get("/v1/registrations/").body()).contains(id).doesNotContain(bob);
        assertThat(service.admin().get(url).text("/data/meta/enrollment/requested/uni"))
                .isEqualTo(bob);
        assertThat(events.each("/meta/resource/meta/enrollment/requested/uni")).contains(bob);
        var shown = eventsFor(alice, start);
        assertThat(shown.each("/attributes/event_type")).contains("dev.registrar.registrations.rejected");
        assertThat(shown.each("/meta/resource/meta/enrollment/requested/course"))
                .contains(course);
        assertThat(shown.each("/meta/resource/meta/enrollment/requested/uni")).doesNotContain(bob);
    }

    @Test
    void a_stream_of_the_former_person_receives_the_deletion(Service service) {
        var url = callers.url() + "/v1/events/?filter[type]=" + DELETED + "&page[after]=latest";
        var credentials = Map.of("Authorization", "Bearer " + callers.tokenOf(alice, "read"));
        try (var stream = EventStreamClient.openWith(url, credentials).awaitStart()) {
            assertThat(giveTo(bob, service)).isNotEmpty();
            var loss = stream.await(1).get(0);
            assertThat(loss.type()).isEqualTo(DELETED);
            assertThat(new JsonObject(loss.data()).getString("subject")).isEqualTo("registrations/" + id);
            assertThat(loss.data()).doesNotContain(bob);
        }
    }

    @Test
    void another_spelling_of_the_same_person_is_no_loss(Service service) {
        var start = change(alice.toUpperCase(Locale.ROOT), 3, service);
        assertThat(eventsFor(alice, start).each("/attributes/event_type")).containsExactly(CREATED, UPDATED, UPDATED);
    }

    @Test
    void a_caller_who_may_see_all_registrations_gets_the_change_with_both_people(Service service) {
        var start = giveTo(bob, service);
        var read = EventPages.after(reader(), start).readAll();
        assertThat(read.about(id, "/attributes/event_type")).containsExactly(CREATED, UPDATED, UPDATED, UPDATED);
        var batch = new JsonArray(reader().withHeader("Accept", "application/cloudevents-batch+json")
                .get(start)
                .body());
        assertThat(batch.stream()
                        .map(JsonObject.class::cast)
                        .filter(event -> event.getString("subject").equals("registrations/" + id))
                        .map(event -> event.getJsonObject("data").getJsonObject("meta"))
                        .map(meta -> meta == null
                                ? ""
                                : meta.getJsonObject("former_resource")
                                        .getJsonObject("attributes")
                                        .getString("uni")))
                .isEqualTo(List.of("", "", alice, ""));
    }

    @Test
    void a_caller_gets_the_events_of_all_courses_and_of_the_registrations_that_it_may_read(Service service) {
        EventPages.awaitPublication(service);
        var all = EventPages.fromNowOn(reader(), "&page[size]=2");
        var start = all.next().replaceAll(".*/v1", "/v1");
        var course = service.newCourse();
        var ofBob = register(bob, course, service);
        var ofAlice = register(alice, course, service);
        service.admin().delete("/v1/registrations/%s/".formatted(ofBob)).expectStatus(204);
        service.admin().delete("/v1/registrations/%s/".formatted(ofAlice)).expectStatus(204);
        all.await(7);
        var subject = "/relationships/subject/data/id";
        assertThat(eventsFor(alice.toUpperCase(Locale.ROOT), start).each(subject))
                .containsExactly(course, ofAlice, ofAlice, ofAlice);
        var boundToNobody = callers.boundToNobody("read");
        assertThat(EventPages.after(boundToNobody, start).readAll().each(subject))
                .containsExactly(course);
        var administrator = callers.boundTo(alice, "read registrar:admin");
        assertThat(EventPages.after(administrator, start).readAll().each(subject))
                .hasSize(7);
        callers.boundTo(alice, "create update delete")
                .get("/v1/events/")
                .expectStatus(403)
                .expectError("forbidden");
    }

    @Test
    void a_person_gets_the_events_of_own_permits_and_nobody_else_does(Service service) {
        var all = EventPages.fromNowOn(reader(), "&filter[type]=enrollment_permits");
        var start = all.next().replaceAll(".*/v1", "/v1");
        var permit = service.admin()
                .post(
                        "/v1/enrollment_permits/",
                        Document.of("enrollment_permits")
                                .attribute("uni", alice)
                                .attribute("reason", "Confidential.")
                                .relationship("course", Document.linkage("courses", service.newCourse())))
                .expectStatus(201)
                .id();
        service.admin()
                .patch(
                        "/v1/enrollment_permits/" + permit,
                        Document.of("enrollment_permits", permit).attribute("beyond_capacity", true))
                .expectStatus(200);
        all.awaitAbout(permit, 2);
        assertThat(eventsFor(alice, start).each("/relationships/subject/data/id"))
                .containsExactly(permit, permit);
        assertThat(eventsFor(bob, start).each("/id")).isEmpty();
        assertThat(EventPages.after(callers.boundToNobody("read"), start)
                        .readAll()
                        .each("/id"))
                .isEmpty();
    }
}
