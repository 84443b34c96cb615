package dev.registrar.gateway.openapi;

import dev.registrar.resource.type.ResourceType;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/**
 * The hand-written descriptions of a resource type: {@code openapi/types/<type>.yaml} in the module that declares it.
 */
record TypeProse(String file, JsonObject content) {
    private static final JsonObject NONE = new JsonObject();

    static TypeProse of(ResourceType type) {
        var file = "types/%s.yaml".formatted(type.name());
        return new TypeProse(file, ContractFiles.read(file));
    }

    /** The name of one resource, such as {@code course_term}. */
    String singular() {
        return text("singular");
    }

    String description() {
        return text("description");
    }

    JsonObject example() {
        return content.getJsonObject("example", NONE);
    }

    /** Replaces what the templates say about operations, by their ids, and about components. */
    void applyTo(JsonObject contract) {
        var operations = operations(contract);
        content.getJsonObject("operations", NONE).forEach(prose -> {
            var operation = operations.get(prose.getKey());
            if (operation == null) {
                throw wrong("the type has no operation \"%s\"".formatted(prose.getKey()));
            }
            operation.mergeIn((JsonObject) prose.getValue(), true);
        });
        contract.getJsonObject("components").mergeIn(content.getJsonObject("components", NONE), true);
    }

    IllegalArgumentException wrong(String problem) {
        return new IllegalArgumentException("openapi/%s: %s.".formatted(file, problem));
    }

    private String text(String key) {
        var text = content.getString(key);
        if (text == null) {
            throw wrong("%s is missing".formatted(key));
        }
        return text;
    }

    private static Map<String, JsonObject> operations(JsonObject contract) {
        Map<String, JsonObject> byId = new HashMap<>();
        contract.getJsonObject("paths")
                .forEach(path -> Operations.of((JsonObject) path.getValue())
                        .forEach(operation -> byId.put(operation.getString("operationId"), operation)));
        return byId;
    }
}
