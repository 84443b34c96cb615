package dev.registrar.gateway.events;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.authentication.BoundCallers;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.EventPages;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A caller who is bound to a person reads the permits of that person and their events, and no others. */
@ExtendWith(ServiceExtension.class)
class PermitEventsTest {
    private static final String ALL = "read create update delete";

    @AutoClose
    private static BoundCallers callers;

    private String alice;
    private String bob;
    private String ofAlice;
    private String url;
    private String start;

    @BeforeAll
    static void a_gateway_that_binds_callers(Service service) {
        callers = BoundCallers.of(service);
    }

    @BeforeEach
    void a_permit_is_created_and_changed(Service service) {
        EventPages.awaitPublication(service);
        var events = EventPages.fromNowOn(service.reader(), "&filter[type]=enrollment_permits");
        start = events.next().replaceAll(".*/v1", "/v1");
        alice = unique("alice");
        bob = unique("bob");
        ofAlice = service.admin()
                .post(
                        "/v1/enrollment_permits/",
                        Document.of("enrollment_permits")
                                .attribute("uni", alice)
                                .attribute("reason", "Confidential.")
                                .relationship("course", Document.linkage("courses", service.newCourse())))
                .expectStatus(201)
                .id();
        url = "/v1/enrollment_permits/%s/".formatted(ofAlice);
        service.admin()
                .patch(url, Document.of("enrollment_permits", ofAlice).attribute("beyond_capacity", true))
                .expectStatus(200);
        events.awaitAbout(ofAlice, 2);
    }

    private EventPages eventsFor(Client caller) {
        return EventPages.after(caller, start).readAll();
    }

    @Test
    void the_person_gets_the_events_of_the_permit() {
        assertThat(eventsFor(callers.boundTo(alice, "read")).each("/relationships/subject/data/id"))
                .containsExactly(ofAlice, ofAlice);
    }

    @Test
    void nobody_else_does() {
        for (var caller : new Client[] {callers.boundTo(bob, "read"), callers.boundToNobody("read")}) {
            assertThat(eventsFor(caller).each("/relationships/subject/data/id")).isEmpty();
        }
    }

    @Test
    void the_person_reads_the_permit_and_does_not_change_it() {
        var caller = callers.boundTo(alice, ALL);
        caller.get(url).expectStatus(200).expect("/data/attributes/reason", "Confidential.");
        caller.patch(url, Document.of("enrollment_permits", ofAlice).attribute("outside_dates", true))
                .expectStatus(403)
                .expectError("forbidden");
        caller.delete(url).expectStatus(403);
        callers.boundTo(bob, ALL).get(url).expectStatus(404);
        callers.boundTo(bob, ALL)
                .get("/v1/enrollment_permits/?filter[uni]=" + alice)
                .expect("/meta/pagination/count", "0");
    }
}
