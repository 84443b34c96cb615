package dev.registrar.gateway.events;

import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.registration;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.EventPages;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.authentication.AuthorizationServer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A caller whose access token is bound to a person gets only the events of resources that it may read. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class BoundEventsTest {
    private static AuthorizationServer authorizationServer;
    private static String url;

    private EventPages events;
    private String course;
    private String alice;
    private String ofAlice;

    @BeforeAll
    static void a_gateway_that_binds_callers(Service service, Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
        var settings = authorizationServer.settings().put("oauth2-uni-claim", "uni");
        url = "http://127.0.0.1:" + service.startGateway("authentication", settings);
    }

    @BeforeEach
    void two_people_register_for_a_new_course(Service service) {
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

    private static Client caller(JsonObject claims) {
        return Client.of(url).withHeader("Authorization", "Bearer " + authorizationServer.token(claims));
    }

    /** The subjects of all events since the test began that the caller gets. */
    private List<String> subjectsFor(JsonObject claims) {
        var start = events.next().replaceAll(".*/v1", url + "/v1");
        events.await(7);
        return EventPages.after(caller(claims), start).readAll().each("/relationships/subject/data/id");
    }

    @Test
    void a_bound_caller_gets_the_events_of_all_courses_and_of_its_own_registrations() {
        assertThat(subjectsFor(authorizationServer.claims("read").put("uni", alice.toUpperCase(Locale.ROOT))))
                .containsExactly(course, ofAlice, ofAlice, ofAlice);
    }

    @Test
    void a_caller_who_is_bound_to_nobody_gets_only_the_events_of_courses() {
        assertThat(subjectsFor(authorizationServer.claims("read"))).containsExactly(course);
    }

    @Test
    void a_caller_with_the_administrative_scope_gets_all_events() {
        assertThat(subjectsFor(
                        authorizationServer.claims("read registrar:admin").put("uni", alice)))
                .hasSize(7);
    }

    @Test
    void events_need_the_scope_to_read() {
        caller(authorizationServer.claims("create update delete").put("uni", alice))
                .get("/v1/events/")
                .expectStatus(403)
                .expectError("forbidden");
    }
}
