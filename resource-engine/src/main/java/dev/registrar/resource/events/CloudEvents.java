package dev.registrar.resource.events;

import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the stored events of one schema as CloudEvents 1.0. */
public final class CloudEvents {
    /** The columns that an event is written from. */
    public static final String COLUMNS = "position, id, occurred_at, authtype, authid, change, type, subject, document";

    private final String source;

    public CloudEvents(String schema) {
        source = "/registrar/" + schema;
    }

    List<JsonObject> of(RowSet<Row> rows) {
        List<JsonObject> events = new ArrayList<>();
        rows.forEach(row -> events.add(event(row)));
        return events;
    }

    /** CloudEvents 1.0, JSON format, with the extensions "sequence" and "auth context". */
    public JsonObject event(Row row) {
        var type = row.getString("type");
        var event = new JsonObject()
                .put("specversion", "1.0")
                .put("id", row.getUUID("id").toString())
                .put("source", source)
                .put("type", EventTypes.of(type, row.getString("change")))
                .put("subject", "%s/%s".formatted(type, row.getUUID("subject")))
                .put("time", row.getOffsetDateTime("occurred_at").toInstant().toString())
                .put("sequence", Long.toString(row.getLong("position")))
                .put("datacontenttype", "application/vnd.api+json")
                .put("authtype", row.getString("authtype"));
        Optional.ofNullable(row.getString("authid")).ifPresent(id -> event.put("authid", id));
        return event.put("data", new JsonObject().put("data", row.getJsonObject("document")));
    }
}
