package dev.registrar.gateway.events;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.events.following.EventSource;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The next events of all sources.
 *
 * @param positions the position after each event
 * @param next the position after these events, and after those before them that are not for the client
 * @param hasMore whether there may be more events already
 */
record EventPage(List<PublishedEvent> events, List<EventPosition> positions, EventPosition next, boolean hasMore) {

    /**
     * The next events of one source, whose order is that of their positions.
     *
     * @param next the position after the last event that the source has looked at
     * @param hasMore whether the source may have more events already
     */
    record OfSource(List<PublishedEvent> events, long next, boolean hasMore) {}

    /** A page without events, at a position. */
    static EventPage empty(EventPosition position) {
        return new EventPage(List.of(), List.of(), position, false);
    }

    /**
     * Merges events of several sources, so that they are in the order of their times as far as the order of each source
     * allows it. The page ends before it would have too many bytes, but has at least one event if there is one for the
     * client.
     */
    static EventPage merge(EventPosition after, Map<String, OfSource> sources, EventQuery query) {
        return new Merge(after, sources, query).page();
    }

    /** A batch of CloudEvents (CloudEvents 1.0, JSON format, "JSON Batch Format"). */
    Buffer batch() {
        return Buffer.buffer(
                events.stream().map(PublishedEvent::cloudEvent).collect(Collectors.joining(",", "[", "]")));
    }

    /** A JSON:API document. */
    Buffer document(String baseUrl, String self, String next) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("data");
            for (var event : events) {
                writeResource(out, event, baseUrl);
            }
            out.writeEndArray();
            out.writeObjectFieldStart("links");
            out.writeStringField("self", self);
            out.writeStringField("next", next);
            out.writeEndObject();
            out.writeObjectField("meta", Map.of("has_more", hasMore));
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }

    private static void writeResource(JsonGenerator out, PublishedEvent event, String baseUrl) throws IOException {
        var cloudEvent = event.attributes();
        out.writeStartObject();
        out.writeStringField("type", "events");
        out.writeStringField("id", cloudEvent.getString("id"));
        out.writeObjectFieldStart("attributes");
        out.writeStringField("event_type", cloudEvent.getString("type"));
        out.writeStringField("source", cloudEvent.getString("source"));
        out.writeStringField("time", cloudEvent.getString("time"));
        out.writeStringField("sequence", cloudEvent.getString("sequence"));
        out.writeStringField("auth_type", cloudEvent.getString("authtype"));
        out.writeStringField("auth_id", cloudEvent.getString("authid"));
        out.writeStringField("traceparent", cloudEvent.getString("traceparent"));
        out.writeEndObject();
        writeSubject(out, List.of(cloudEvent.getString("subject").split("/", 2)), baseUrl);
        // Not an attribute, because it has relationships, which no attribute may have (JSON:API 1.0, "Attributes").
        out.writeObjectFieldStart("meta");
        out.writeFieldName("resource");
        out.writeRawValue(event.resource());
        out.writeEndObject();
        out.writeEndObject();
    }

    private static void writeSubject(JsonGenerator out, List<String> typeAndId, String baseUrl) throws IOException {
        out.writeObjectFieldStart("relationships");
        out.writeObjectFieldStart("subject");
        out.writeObjectFieldStart("data");
        out.writeStringField("type", typeAndId.get(0));
        out.writeStringField("id", typeAndId.get(1));
        out.writeEndObject();
        var related = "%s/v1/%s/%s/".formatted(baseUrl, typeAndId.get(0), typeAndId.get(1));
        out.writeObjectField("links", Map.of("related", related));
        out.writeEndObject();
        out.writeEndObject();
    }

    private static final class Merge {
        private final Map<String, OfSource> sources;
        private final EventQuery query;
        private final Map<String, Deque<PublishedEvent>> left = new LinkedHashMap<>();
        private final List<PublishedEvent> events = new ArrayList<>();
        private final List<EventPosition> positions = new ArrayList<>();
        private EventPosition next;
        private long bytes;
        private boolean isFull;

        Merge(EventPosition after, Map<String, OfSource> sources, EventQuery query) {
            this.sources = sources;
            this.query = query;
            next = after;
            sources.forEach((source, page) -> left.put(source, new ArrayDeque<>(page.events())));
        }

        EventPage page() {
            for (var earliest = earliest(); earliest.isPresent() && !isFull; earliest = earliest()) {
                add(earliest.get());
            }
            var hasMore = false;
            for (var source : left.keySet()) {
                var isUsedUp = left.get(source).isEmpty();
                hasMore |= !isUsedUp || sources.get(source).hasMore();
                next = isUsedUp ? next.with(source, sources.get(source).next()) : next;
            }
            return new EventPage(events, positions, next, hasMore);
        }

        /** The source whose next event is the earliest one. */
        private Optional<String> earliest() {
            return left.keySet().stream()
                    .filter(source -> !left.get(source).isEmpty())
                    .min(Comparator.comparing(
                            source -> left.get(source).getFirst().time()));
        }

        private void add(String source) {
            var event = left.get(source).getFirst();
            var visible = query.visiblePart(event);
            if (visible.isPresent()
                    && !events.isEmpty()
                    && bytes + visible.get().bytes() > EventSource.MAX_BYTES) {
                isFull = true;
                return;
            }
            left.get(source).removeFirst();
            next = next.with(source, event.position());
            visible.ifPresent(this::add);
        }

        private void add(PublishedEvent event) {
            events.add(event);
            positions.add(next);
            bytes += event.bytes();
            isFull = events.size() == query.size();
        }
    }
}
