package dev.registrar.gateway.events;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.RawMessage;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A subscriber that was away for longer than the retention period gets an error; it never misses events silently. */
class EventReplayTest {
    private static final String ADDRESS = "registrar.events.course";
    private static final String LATEST = "/v1/events/?page[after]=latest";

    private static final Queue<JsonObject> RECEIVED = new ConcurrentLinkedQueue<>();

    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_that_keeps_events_for_a_moment() throws Exception {
        service = Service.start(
                "events", new JsonObject().put("poll-interval", "20 ms").put("retention", "700 ms"));
        service.vertx().eventBus().<JsonObject>consumer("registrar.events", event -> RECEIVED.add(event.body()));
    }

    /** Creates a course and returns the position of its event. */
    private static String newEvent() {
        var subject = "courses/"
                + service.admin()
                        .post("/v1/courses/", course(unique("RPL"), "Logic"))
                        .id();
        Await.until(
                "the event",
                () -> RECEIVED.stream()
                        .anyMatch(event -> event.getString("subject").equals(subject)));
        return RECEIVED.stream()
                .filter(event -> event.getString("subject").equals(subject))
                .findFirst()
                .orElseThrow()
                .getString("sequence");
    }

    private static RawMessage after(String position) {
        return BusMessage.to(service, ADDRESS, new JsonObject().put("after", position));
    }

    private static boolean isKept(String position) {
        return BusMessage.to(service, ADDRESS, new JsonObject())
                .<JsonObject>reply()
                .body()
                .getJsonArray("events")
                .stream()
                .anyMatch(event -> ((JsonObject) event).getString("sequence").equals(position));
    }

    @Test
    void a_position_before_the_oldest_event_is_410_and_the_error_names_the_oldest() {
        var first = newEvent();
        var second = newEvent();
        Await.until("both are removed", () -> !isKept(first) && !isKept(second));

        Await.until("the error names the oldest event", () -> {
            var kept = newEvent();
            var error = after(first).expectErrors(410).get(0);
            assertThat(error.path("code").asText()).isEqualTo("events_removed");
            assertThat(error.at("/source/pointer").asText()).isEqualTo("/after");
            var namesIt = error.path("detail").asText().contains("the oldest one still stored is " + kept);
            // Otherwise it would be older than the next one.
            Await.until("it is removed", () -> namesIt || !isKept(kept));
            return namesIt;
        });
    }

    @Test
    void a_replay_after_the_last_removed_event_or_from_the_beginning_succeeds() {
        var removed = newEvent();
        Await.until("it is removed", () -> !isKept(removed));
        assertThat(after(removed).<JsonObject>reply().body().getJsonArray("events"))
                .isEqualTo(new JsonArray());
        assertThat(BusMessage.to(service, ADDRESS, new JsonObject())
                        .<JsonObject>reply()
                        .body()
                        .containsKey("events"))
                .isTrue();
        var latest = after("latest").<JsonObject>reply().body().getString("position");
        assertThat(Long.parseLong(latest)).isGreaterThanOrEqualTo(Long.parseLong(removed));
    }

    @Test
    void a_position_that_the_source_has_not_reached_is_409() {
        var last = Long.parseLong(newEvent());
        var error = after(Long.toString(last + 1_000_000)).expectErrors(409).get(0);
        assertThat(error.path("code").asText()).isEqualTo("position_unknown");
        assertThat(error.at("/source/pointer").asText()).isEqualTo("/after");
    }

    @Test
    void over_http_such_a_position_is_410_and_starting_anew_as_the_error_says_works() {
        var old = service.reader().get(LATEST).text("/links/next");
        assertThat(newEvent()).isNotBlank();
        Await.until("the event is removed", () -> service.reader().get(old).status() == 410);
        var error = service.reader().get(old).expectStatus(410);
        error.expectError("events_removed", "parameter", "page[after]");
        assertThat(error.text("/errors/0/detail")).contains("read page[after]=latest", "links.next");

        var anew = service.reader().get(LATEST).text("/links/next");
        assertThat(newEvent()).isNotBlank();
        Await.until(
                "the next event",
                () -> service.reader().get(anew).expectStatus(200).at("/data").size() == 1);
    }
}
