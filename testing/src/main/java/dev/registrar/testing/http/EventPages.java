package dev.registrar.testing.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.testing.Await;
import dev.registrar.testing.RunningService;
import dev.registrar.testing.postgresql.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** Follows the links of {@code /v1/events/}. */
public final class EventPages {
    private static final String LATEST = "/v1/events/?page[after]=latest";
    private static final List<String> SCHEMAS = List.of("course", "registration");

    private final Client client;
    private final List<Response> pages = new ArrayList<>();
    private String next;

    private EventPages(Client client, String next) {
        this.client = client;
        this.next = next;
    }

    /** Waits until the events of all changes so far are published, so that none of an earlier test follows. */
    public static void awaitPublication(RunningService service) {
        Await.until(
                "all events are published",
                () -> SCHEMAS.stream()
                        .allMatch(schema ->
                                Sql.count(service.databaseUri(), schema + ".events WHERE position IS NULL") == 0));
    }

    /** Begins after all events that are published. */
    public static EventPages fromNowOn(Client client) {
        return fromNowOn(client, "");
    }

    /**
     * Begins after all events that are published.
     *
     * @param query more of the query, such as {@code &page[size]=2}
     */
    public static EventPages fromNowOn(Client client, String query) {
        return after(client, client.get(LATEST + query).expectStatus(200).text("/links/next"));
    }

    /** Begins at a link. */
    public static EventPages after(Client client, String link) {
        return new EventPages(client, link);
    }

    /** Reads pages until so many events have been read. */
    public EventPages await(int events) {
        Await.until("%s events at %s".formatted(events, next), () -> {
            read();
            return each("/id").size() >= events;
        });
        return this;
    }

    /** Reads pages until so many events about a resource have been read: others may be published meanwhile. */
    public EventPages awaitAbout(String resource, int events) {
        Await.until("%s events about %s".formatted(events, resource), () -> {
            read();
            return about(resource, "/id").size() >= events;
        });
        return this;
    }

    /** Reads pages until there are no more events. */
    public EventPages readAll() {
        while (read().at("/meta/has_more").asBoolean()) {}
        return this;
    }

    @CanIgnoreReturnValue
    private Response read() {
        var page = client.get(next).expectStatus(200);
        next = page.text("/links/next");
        pages.add(page);
        return page;
    }

    /** The pages read so far. */
    public List<Response> pages() {
        return pages;
    }

    /** The values at this JSON pointer in the events read so far. */
    public List<String> each(String pointer) {
        return pages.stream().flatMap(page -> page.each(pointer).stream()).toList();
    }

    /** The values at this JSON pointer in the events about a resource read so far. */
    public List<String> about(String resource, String pointer) {
        return pages.stream()
                .flatMap(page -> StreamSupport.stream(page.at("/data").spliterator(), false))
                .filter(event ->
                        event.at("/relationships/subject/data/id").asText().equals(resource))
                .map(event -> event.at(pointer).asText())
                .toList();
    }

    /** The URL of the next page. */
    public String next() {
        return next;
    }
}
