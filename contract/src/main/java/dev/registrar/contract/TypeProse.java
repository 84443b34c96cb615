package dev.registrar.contract;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The hand-written descriptions of a resource type: {@code openapi/types/<type>.yaml} in the module that declares it.
 */
record TypeProse(String file, JsonObject content) {
    private static final JsonObject NONE = new JsonObject();

    static TypeProse of(ResourceType type) {
        var file = "types/%s.yaml".formatted(type.name());
        var prose = new TypeProse(file, ContractFiles.read(file));
        var attributes = type.attributes().stream().map(Attribute::name).toList();
        var relationships =
                type.relationships().stream().map(Relationship::name).toList();
        prose.requireEach("attributes", attributes);
        prose.requireEach("relationships", relationships);
        type.attributes().stream()
                .filter(attribute -> !attribute.allowedValues().isEmpty())
                .forEach(attribute -> prose.requireEach("values." + attribute.name(), attribute.allowedValues()));
        List.of("summary", "id", "attributes").forEach(prose::requireInExample);
        prose.requireExamples("attributes", attributes);
        prose.requireExamples("relationships", relationships);
        return prose;
    }

    /** Requires that a section describes each of these names, and nothing else. */
    private void requireEach(String section, List<String> declared) {
        var described = section(section).fieldNames();
        if (!described.equals(Set.copyOf(declared))) {
            throw wrong(
                    "%s must describe each of %s, and nothing else".formatted(section, String.join(", ", declared)));
        }
    }

    private void requireInExample(String member) {
        if (!example().containsKey(member)) {
            throw wrong("example.%s is missing".formatted(member));
        }
    }

    /** Null would show neither the form of a value nor what it means. */
    private void requireExamples(String member, List<String> declared) {
        var given = section("example." + member);
        var isComplete = declared.stream().noneMatch(name -> given.getValue(name) == null);
        if (!isComplete || !List.copyOf(given.fieldNames()).equals(declared)) {
            throw wrong("example.%s must have a value for each of these, in this order: %s"
                    .formatted(member, String.join(", ", declared)));
        }
    }

    private JsonObject section(String path) {
        var section = content;
        for (var name : path.split("\\.", -1)) {
            section = section.getJsonObject(name, NONE);
        }
        return section;
    }

    /** What an attribute means and, for an enumeration, what each of its values means. */
    String descriptionOf(Attribute attribute) {
        var meaning = section("attributes").getString(attribute.name());
        return attribute.allowedValues().isEmpty()
                ? meaning
                : attribute.allowedValues().stream()
                        .map(value -> "- `%s`: %s"
                                .formatted(
                                        value,
                                        section("values." + attribute.name()).getString(value)))
                        .collect(Collectors.joining("\n", meaning + "\n\n", ""));
    }

    String descriptionOf(Relationship relationship) {
        return section("relationships").getString(relationship.name());
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
        var operations = Abbreviations.operationsOf(contract)
                .collect(Collectors.toMap(operation -> operation.getString("operationId"), Function.identity()));
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
}
