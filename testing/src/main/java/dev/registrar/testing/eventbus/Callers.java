package dev.registrar.testing.eventbus;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** The callers of messages, as a foreign verticle writes them. */
public final class Callers {
    private Callers() {}

    /** A caller who may see the resources of all people. */
    public static JsonObject unbound(String name, String... scopes) {
        return caller(name, scopes).put("unbound", true);
    }

    /** A caller who is bound to a person; null stands for an unknown one. */
    public static JsonObject boundTo(String uni, String name, String... scopes) {
        return caller(name, scopes).put("uni", uni);
    }

    private static JsonObject caller(String name, String... scopes) {
        return new JsonObject().put("name", name).put("scopes", new JsonArray(List.of(scopes)));
    }
}
