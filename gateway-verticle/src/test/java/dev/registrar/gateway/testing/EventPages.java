package dev.registrar.gateway.testing;

import java.util.ArrayList;
import java.util.List;

/** Follows the links of {@code /v1/events/}. */
public final class EventPages {
    private static final String LATEST = "/v1/events/?page[after]=latest";

    private final Client client;
    private final List<Response> pages = new ArrayList<>();
    private String next;

    private EventPages(Client client, String next) {
        this.client = client;
        this.next = next;
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
        Await.until("%d events at %s".formatted(events, next), () -> {
            read();
            return each("/id").size() >= events;
        });
        return this;
    }

    /** Reads pages until there are no more events. */
    public EventPages readAll() {
        while (read().at("/meta/has_more").asBoolean()) {}
        return this;
    }

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

    /** The URL of the next page. */
    public String next() {
        return next;
    }
}
