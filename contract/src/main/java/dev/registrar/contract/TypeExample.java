package dev.registrar.contract;

import dev.registrar.contract.OfferedTypes.OfferedType;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The example documents of a resource type, all based on the resource in its {@code openapi/types} file. */
final class TypeExample {
    private static final String BASE = "https://registrar.example.edu/v1";

    private final OfferedType type;

    /** The example in the hand-written file: its summary, its id and its attributes. */
    private final JsonObject written;

    TypeExample(OfferedType type) {
        this.type = type;
        written = type.prose().example();
    }

    JsonObject components() {
        var name = type.schemaName();
        var examples = new JsonObject()
                .put(name, example(document(resource(attributes()))).put("summary", written.getString("summary")))
                .put(name + "Page", example(page()));
        if (!type.type().isReadOnly()) {
            examples.put("New" + name, example(request(newResource())))
                    .put("Changed" + name, example(request(changedResource())));
        }
        type.type()
                .unfinished()
                .ifPresent(unfinished -> examples.put(
                        "Unfinished" + name,
                        example(document(resource(
                                attributes().copy().put(unfinished.attribute().name(), unfinished.value()))))));
        type.relationships()
                .forEach(relationship ->
                        examples.put(type.linkageName(relationship), example(withVersion(relationship(relationship)))));
        return examples;
    }

    private static JsonObject example(JsonObject value) {
        return new JsonObject().put("value", value);
    }

    private JsonObject document(JsonObject resource) {
        return withVersion(new JsonObject().put("data", resource).put("links", new JsonObject().put("self", self())));
    }

    /** The template contains the other members. */
    private JsonObject page() {
        return new JsonObject().put("data", new JsonArray().add(resource(attributes())));
    }

    private static JsonObject request(JsonObject resource) {
        return new JsonObject().put("data", resource);
    }

    private static JsonObject withVersion(JsonObject document) {
        return document.put("jsonapi", new JsonObject().put("version", "1.0"));
    }

    private JsonObject resource(JsonObject attributes) {
        var resource = identifier(type.name(), id()).put("attributes", attributes);
        if (!type.relationships().isEmpty()) {
            var relationships = new JsonObject();
            type.relationships().forEach(each -> relationships.put(each.name(), relationship(each)));
            resource.put("relationships", relationships);
        }
        if (written.containsKey("meta")) {
            resource.put("meta", written.getJsonObject("meta"));
        }
        return resource.put("links", new JsonObject().put("self", self()));
    }

    private JsonObject newResource() {
        var resource = new JsonObject()
                .put("type", type.name())
                .put("attributes", written.getJsonObject("create", attributesOfClients()));
        var relationships = new JsonObject();
        type.type()
                .toOnes()
                .forEach(toOne -> relationships.put(toOne.name(), new JsonObject().put("data", linkage(toOne))));
        return relationships.isEmpty() ? resource : resource.put("relationships", relationships);
    }

    private JsonObject changedResource() {
        return identifier(type.name(), id()).put("attributes", written.getJsonObject("change", attributesOfClients()));
    }

    private JsonObject attributesOfClients() {
        var given = new JsonObject();
        type.type().attributesForClients().forEach(attribute -> given.put(attribute.name(), type.example(attribute)));
        return given;
    }

    private JsonObject relationship(Relationship relationship) {
        var object = new JsonObject().put("data", linkage(relationship));
        if (linkage(relationship) instanceof JsonArray identifiers) {
            object.put("meta", new JsonObject().put("count", identifiers.size()));
        }
        return object.put(
                "links",
                new JsonObject()
                        .put("self", "%srelationships/%s".formatted(self(), relationship.name()))
                        .put("related", "%s%s/".formatted(self(), relationship.name())));
    }

    private Object linkage(Relationship relationship) {
        var ids = written.getJsonObject("relationships");
        return relationship instanceof ToMany
                ? new JsonArray(ids.getJsonArray(relationship.name()).stream()
                        .map(id -> identifier(relationship.target(), (String) id))
                        .toList())
                : identifier(relationship.target(), ids.getString(relationship.name()));
    }

    private static JsonObject identifier(String type, String id) {
        return new JsonObject().put("type", type).put("id", id);
    }

    private JsonObject attributes() {
        return written.getJsonObject("attributes");
    }

    private String id() {
        return written.getString("id");
    }

    private String self() {
        return "%s/%s/%s/".formatted(BASE, type.name(), id());
    }
}
