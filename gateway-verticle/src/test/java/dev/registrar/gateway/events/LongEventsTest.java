package dev.registrar.gateway.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.events.log.ContractEvents.Source;
import dev.registrar.gateway.events.EventPage.OfSource;
import dev.registrar.gateway.testing.Service;
import dev.registrar.resource.bus.Caller;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.UnannouncedEvents;
import dev.registrar.testing.http.EventPages;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Events that are so long that a page, of about 4 MiB, has fewer of them than its client wants. */
class LongEventsTest {
    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_with_events_of_its_own() throws Exception {
        service = Service.start();
    }

    private static EventPages pagesOfEvents(int... lengths) throws SQLException {
        var pages = EventPages.fromNowOn(service.reader(), "&page[size]=50");
        for (var length : lengths) {
            UnannouncedEvents.storeLong(length, service);
        }
        return pages.readAll();
    }

    private static List<Integer> eventsOnEach(EventPages pages) {
        return pages.pages().stream().map(page -> page.each("/id").size()).toList();
    }

    @Test
    void a_page_ends_before_it_would_be_longer_and_the_next_one_continues() throws SQLException {
        var pages = pagesOfEvents(1_500_000, 1_500_001, 1_500_002, 1_500_003, 1_500_004);
        assertThat(eventsOnEach(pages)).containsExactly(2, 2, 1);
        assertThat(pages.each("/meta/resource/attributes/course_description"))
                .extracting(String::length)
                .containsExactly(1_500_000, 1_500_001, 1_500_002, 1_500_003, 1_500_004);
    }

    @Test
    void a_single_event_that_is_longer_is_a_page_by_itself() throws SQLException {
        assertThat(eventsOnEach(pagesOfEvents(7, 5_000_000, 7, 7))).containsExactly(1, 1, 2);
    }

    private static JsonObject replayAfter(String position) {
        return BusMessage.to(service, "registrar.events.course", new JsonObject().put("after", position))
                .<JsonObject>reply()
                .body();
    }

    @Test
    void a_replay_on_the_event_bus_ends_before_it_would_be_longer_and_says_so() throws SQLException {
        var start = replayAfter("latest").getString("position");
        for (var length : List.of(2_500_000, 1_500_000, 500_000)) {
            UnannouncedEvents.storeLong(length, service);
        }
        var first = replayAfter(start);
        assertThat(first.getJsonArray("events")).hasSize(2);
        assertThat(first.getBoolean("cut")).isTrue();
        var second = replayAfter(first.getString("position"));
        assertThat(second.getJsonArray("events")).hasSize(1);
        assertThat(second.containsKey("cut")).isFalse();
    }

    private static OfSource threeEvents(String source) {
        var events = IntStream.rangeClosed(1, 3)
                .mapToObj(position -> PublishedEvent.of(
                        new Source(source, List.of()),
                        new JsonObject()
                                .put("sequence", Integer.toString(position))
                                .put("time", "2023-05-17T08:09:1%sZ".formatted(position))
                                .put("data", data("é".repeat(500_000)))))
                .toList();
        return new OfSource(events, 3, false);
    }

    private static JsonObject data(String text) {
        var resource = new JsonObject().put("type", "books").put("attributes", new JsonObject().put("title", text));
        return new JsonObject().put("data", resource);
    }

    @Test
    void events_of_several_sources_share_the_length_of_a_page() {
        var page = EventPage.merge(
                EventPosition.BEGINNING,
                Map.of("library", threeEvents("library"), "archive", threeEvents("archive")),
                new EventQuery(Set.of(), Optional.empty(), 50, Caller.unbound("someone", Set.of("read"))));
        assertThat(page.events()).hasSize(4);
        assertThat(page.hasMore()).isTrue();
        assertThat(page.next()).isEqualTo(new EventPosition(Map.of("library", 2L, "archive", 2L)));
    }
}
