package dev.registrar.gateway.events;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes pages of events. */
final class EventDocuments {
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
}
