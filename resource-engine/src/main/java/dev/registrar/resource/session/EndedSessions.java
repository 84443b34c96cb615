package dev.registrar.resource.session;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * A batch of ended sessions.
 *
 * @param sessions their names, as they were recorded
 * @param last the number after which the next batch begins
 * @param more whether there are more
 */
public record EndedSessions(List<String> sessions, long last, boolean more) {
    private static final String SESSIONS = "sessions";
    private static final String LAST = "last";
    private static final String MORE = "more";

    JsonObject toJson() {
        return new JsonObject()
                .put(SESSIONS, new JsonArray(sessions))
                .put(LAST, last)
                .put(MORE, more);
    }

    static EndedSessions of(JsonObject json) {
        return new EndedSessions(
                json.getJsonArray(SESSIONS).stream().map(String.class::cast).toList(),
                json.getLong(LAST),
                json.getBoolean(MORE));
    }
}
