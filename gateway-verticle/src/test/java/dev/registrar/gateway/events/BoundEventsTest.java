package dev.registrar.gateway.events;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.authentication.BoundCallers;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.EventPages;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A caller whose access token is bound to a person gets only the events of resources that it may read. */
@ExtendWith(ServiceExtension.class)
class BoundEventsTest {
    @AutoClose
    private static BoundCallers callers;

    private EventPages events;
    private String course;
    private String alice;
    private String ofAlice;

    @BeforeAll
    static void a_gateway_that_binds_callers(Service service) {
        callers = BoundCallers.of(service);
    }

    @BeforeEach
    void two_people_register_for_a_new_course(Service service) {
        EventPages.awaitPublication(service);
        events = EventPages.fromNowOn(service.reader(), "&page[size]=2");
        course = service.admin()
                .post("/v1/courses/", course(unique("BEV"), "Logic"))
                .id();
        alice = unique("alice");
        var ofBob = register(service, unique("bob"));
        ofAlice = register(service, alice);
        service.admin().delete("/v1/registrations/%s/".formatted(ofBob)).expectStatus(204);
        service.admin().delete("/v1/registrations/%s/".formatted(ofAlice)).expectStatus(204);
    }

    private String register(Service service, String uni) {
        return service.admin()
                .post("/v1/registrations/", registration(uni, course))
                .expectStatus(201)
                .id();
    }

    /** The subjects of all events since the test began that the caller gets. */
    private List<String> subjectsFor(Client caller) {
        var start = events.next().replaceAll(".*/v1", "/v1");
        events.await(7);
        return EventPages.after(caller, start).readAll().each("/relationships/subject/data/id");
    }

    @Test
    void a_bound_caller_gets_the_events_of_all_courses_and_of_its_own_registrations() {
        assertThat(subjectsFor(callers.boundTo(alice.toUpperCase(Locale.ROOT), "read")))
                .containsExactly(course, ofAlice, ofAlice, ofAlice);
    }

    @Test
    void a_caller_who_is_bound_to_nobody_gets_only_the_events_of_courses() {
        assertThat(subjectsFor(callers.boundToNobody("read"))).containsExactly(course);
    }

    @Test
    void a_caller_with_the_administrative_scope_gets_all_events() {
        assertThat(subjectsFor(callers.boundTo(alice, "read registrar:admin"))).hasSize(7);
    }

    @Test
    void events_need_the_scope_to_read() {
        callers.boundTo(alice, "create update delete")
                .get("/v1/events/")
                .expectStatus(403)
                .expectError("forbidden");
    }
}
