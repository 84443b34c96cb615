package dev.registrar.events.log;

import dev.registrar.platform.operations.TraceParent;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.UUID;

/** Writes the stored events of one schema as CloudEvents 1.0. */
public record CloudEvents(String schema) {
    /** The columns that an event is written from. */
    public static final String COLUMNS =
            "position, id, occurred_at, authtype, authid, change, type, subject, document, former_document, traceparent";

    /** The member of {@code meta} with the resource before a change that gave it to another person. */
    public static final String FORMER = "former_resource";

    /** The {@code source} of the events of a schema. */
    public static String sourceOf(String schema) {
        return "/registrar/" + schema;
    }

    /** The position of an event in the log of its source. */
    public static long positionOf(JsonObject event) {
        return Long.parseLong(event.getString("sequence"));
    }

    /** The id of the resource that an event is about. */
    public static UUID subjectIn(JsonObject event) {
        var subject = event.getString("subject");
        return UUID.fromString(subject.substring(subject.indexOf('/') + 1));
    }

    /** CloudEvents 1.0, JSON format, with the extensions "sequence", "auth context" and "distributed tracing". */
    public JsonObject event(Row row) {
        var type = row.getString("type");
        var event = new JsonObject()
                .put("specversion", "1.0")
                .put("id", row.getUUID("id").toString())
                .put("source", sourceOf(schema))
                .put("type", EventTypes.of(type, row.getString("change")))
                .put("subject", "%s/%s".formatted(type, row.getUUID("subject")))
                .put("time", row.getOffsetDateTime("occurred_at").toInstant().toString())
                .put("sequence", Long.toString(row.getLong("position")))
                .put("datacontenttype", "application/vnd.api+json")
                .put("authtype", row.getString("authtype"));
        Optional.ofNullable(row.getString("authid")).ifPresent(id -> event.put("authid", id));
        Optional.ofNullable(row.getString(TraceParent.NAME)).ifPresent(trace -> event.put(TraceParent.NAME, trace));
        return event.put("data", data(row));
    }

    private static JsonObject data(Row row) {
        var data = new JsonObject().put("data", row.getJsonObject("document"));
        Optional.ofNullable(row.getJsonObject("former_document"))
                .ifPresent(former -> data.put("meta", new JsonObject().put(FORMER, former)));
        return data;
    }
}
