package dev.registrar.server.events;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.documentation.Chromium;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A page of the service's own origin follows changes with EventSource and its session, in a real browser. */
@ExtendWith(ServiceExtension.class)
class EventSourcePageTest {
    private static final Chromium CHROMIUM = new Chromium();

    private static final String LOG_IN = """
            fetch('/v1/sessions/', {method: 'POST', headers: {Authorization: 'Basic cmVhZGVyOnJlYWRlcg=='}})
              .then(response => response.status)""";

    /** Resolves when the stream is open. */
    private static final String FOLLOW = """
            new Promise(resolve => {
              window.received = [];
              window.opened = 0;
              window.events = new EventSource('/v1/events/?filter[type]=courses&page[after]=latest');
              events.addEventListener('dev.registrar.courses.created', event => received.push(JSON.parse(event.data).subject));
              events.onopen = () => resolve(++opened);
            })""";

    @AfterAll
    static void close_the_browser() {
        CHROMIUM.close();
    }

    private static String newCourse(Service service) {
        return "courses/"
                + service.admin()
                        .post("/v1/courses/", course(unique("ESP"), "Logic"))
                        .expectStatus(201)
                        .id();
    }

    @Test
    void a_page_receives_events_with_its_session_until_the_session_ends(Service service) {
        var port = service.startGateway("http", new JsonObject().put("idle-timeout", "2 s"));
        try (var page = CHROMIUM.newPage()) {
            Chromium.openEmpty(page, "http://127.0.0.1:%s/portal/".formatted(port));
            assertThat(page.evaluate(LOG_IN)).isEqualTo(200);
            assertThat(page.evaluate(FOLLOW)).isEqualTo(1);
            var created = List.of(newCourse(service), newCourse(service));
            page.waitForFunction("received.length === 2");
            assertThat(page.evaluate("received")).isEqualTo(created);
            // EventSource connects again when the stream has ended with the session, and the service then rejects it.
            page.context().clearCookies();
            page.evaluate("events.close()");
            assertThat(
                            page.evaluate(
                                    "new Promise(done => new EventSource('/v1/events/').onerror = error => done(error.target.readyState))"))
                    .isEqualTo(2);
        }
    }
}
