package dev.registrar.gateway.events;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.testing.Await;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A client that was away for longer than events are stored is told so, and how to start anew. */
class OldEventPositionsTest {
    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_that_keeps_events_for_a_moment() throws Exception {
        service = Service.start(
                "events", new JsonObject().put("poll-interval", "20 ms").put("retention", "300 ms"));
    }

    private static void newEvent() {
        service.admin().post("/v1/courses/", course(unique("OLD"), "Logic")).expectStatus(201);
    }

    @Test
    void a_position_that_is_too_old_is_410_and_starting_anew_as_the_error_says_works() {
        var old = service.reader().get("/v1/events/?page[after]=latest").text("/links/next");
        newEvent();
        Await.until("the event is removed", () -> service.reader().get(old).status() == 410);
        var error = service.reader().get(old).expectStatus(410);
        error.expectError("events_removed", "parameter", "page[after]");
        assertThat(error.text("/errors/0/detail")).contains("read page[after]=latest", "links.next");

        var anew = service.reader().get("/v1/events/?page[after]=latest").text("/links/next");
        newEvent();
        Await.until("the next event", () -> {
            var page = service.reader().get(anew).expectStatus(200);
            return page.at("/data").size() == 1;
        });
    }
}
