package dev.registrar.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Creates OpenAPI objects. */
final class OpenApi {
    private OpenApi() {}

    /** Returns a reference to a component of this kind, which is a member of {@code components}. */
    static JsonObject reference(String kind, String name) {
        return new JsonObject().put("$ref", "#/components/%s/%s".formatted(kind, name));
    }

    static JsonObject schema(String name) {
        return reference("schemas", name);
    }

    static JsonObject object(JsonObject properties) {
        return new JsonObject().put("type", "object").put("properties", properties);
    }

    /** Returns an object with a member for each element of a list. */
    static <T> JsonObject members(Collection<T> elements, Function<T, String> name, Function<T, ?> value) {
        var members = new JsonObject();
        elements.forEach(element -> members.put(name.apply(element), value.apply(element)));
        return members;
    }

    static JsonObject array(int maxItems, JsonObject items) {
        return new JsonObject().put("type", "array").put("maxItems", maxItems).put("items", items);
    }

    static JsonObject oneOf(List<String> values) {
        return new JsonObject().put("type", "string").put("enum", new JsonArray(values));
    }

    /** Returns a query parameter whose values are separated by commas. */
    static JsonObject listParameter(String name, String description, JsonObject schema) {
        return parameter(name, description, schema).put("style", "form").put("explode", false);
    }

    static JsonObject parameter(String name, String description, JsonObject schema) {
        return new JsonObject()
                .put("name", name)
                .put("in", "query")
                .put("description", description)
                .put("schema", schema);
    }
}
