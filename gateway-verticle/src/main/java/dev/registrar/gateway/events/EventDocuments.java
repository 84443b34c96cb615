package dev.registrar.gateway.events;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes pages of events. */
final class EventDocuments {
    /** The CloudEvents attributes that become attributes of a resource object, by their names there. */
    private static final Map<String, String> ATTRIBUTES = new LinkedHashMap<>();

    static {
        ATTRIBUTES.put("event_type", "type");
        ATTRIBUTES.put("source", "source");
        ATTRIBUTES.put("time", "time");
        ATTRIBUTES.put("sequence", "sequence");
        ATTRIBUTES.put("auth_type", "authtype");
        ATTRIBUTES.put("auth_id", "authid");
        ATTRIBUTES.put("traceparent", "traceparent");
    }

    private EventDocuments() {}

    /** A batch of CloudEvents (CloudEvents 1.0, JSON format, "JSON Batch Format"). */
    static Buffer batch(EventPage page) {
        return Buffer.buffer(
                page.events().stream().map(PublishedEvent::cloudEvent).collect(Collectors.joining(",", "[", "]")));
    }

    /** A JSON:API document. */
    static Buffer document(EventPage page, String baseUrl, String self, String next) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("data");
            for (var event : page.events()) {
                writeResource(out, event, baseUrl);
            }
            out.writeEndArray();
            out.writeObjectFieldStart("links");
            out.writeStringField("self", self);
            out.writeStringField("next", next);
            out.writeEndObject();
            out.writeObjectField("meta", Map.of("has_more", page.hasMore()));
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }

    private static void writeResource(JsonGenerator out, PublishedEvent event, String baseUrl) throws IOException {
        out.writeStartObject();
        out.writeStringField("type", "events");
        out.writeStringField("id", event.attributes().getString("id"));
        out.writeObjectFieldStart("attributes");
        for (var attribute : ATTRIBUTES.entrySet()) {
            out.writeStringField(attribute.getKey(), event.attributes().getString(attribute.getValue()));
        }
        out.writeEndObject();
        writeSubject(out, List.of(event.attributes().getString("subject").split("/", 2)), baseUrl);
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
}
