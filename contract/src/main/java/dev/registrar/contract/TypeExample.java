package dev.registrar.contract;

import static dev.registrar.contract.OpenApi.members;

import dev.registrar.contract.OfferedTypes.OfferedType;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;

/** The example documents of a resource type, all based on the resource in its {@code openapi/types} file. */
record TypeExample(OfferedType type) {
    private static final String BASE = "https://registrar.example.edu/v1";

    JsonObject components() {
        var name = type.schemaName();
        var examples = new JsonObject()
                .put(
                        name,
                        example(document(resource(attributes())))
                                .put("summary", written().getString("summary")))
                // The template contains the other members of a page.
                .put(name + "Page", example(data(new JsonArray().add(resource(attributes())))));
        examples.put(name + "Lines", example(resource(attributes()) + "\n").put("summary", "All of them, as lines."));
        examples.put(name + "Csv", example(csv()).put("summary", "All of them, as records."));
        if (!type.type().isReadOnly()) {
            examples.put("New" + name, example(data(newResource())))
                    .put("Changed" + name, example(data(changedResource())));
        }
        type.type()
                .unfinished()
                .filter(declared -> type.mayBeUnfinished())
                .ifPresent(unfinished -> examples.put(
                        "Unfinished" + name,
                        example(document(resource(attributes()
                                        .copy()
                                        .put(unfinished.attribute().name(), unfinished.value()))
                                .put("meta", written().getJsonObject("unfinished-meta"))))));
        return examples.mergeIn(
                members(type.relationships(), type::linkageName, each -> example(withVersion(relationship(each)))));
    }

    private static JsonObject example(Object value) {
        return new JsonObject().put("value", value);
    }

    /** A file with the columns that are simple to read. */
    private String csv() {
        var shown = type.type().attributes().stream().map(Attribute::name).toList();
        var cells = shown.stream()
                .map(name -> attributes().getValue(name))
                .map(value -> value == null ? "" : value.equals("") ? "\"\"" : quoted(value.toString()));
        return "id,%s\r\n%s,%s\r\n".formatted(String.join(",", shown), id(), cells.collect(Collectors.joining(",")));
    }

    private static String quoted(String text) {
        return text.matches("[^,\"\r\n]*") ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }

    private JsonObject document(JsonObject resource) {
        return withVersion(data(resource).put("links", new JsonObject().put("self", self())));
    }

    private static JsonObject data(Object data) {
        return new JsonObject().put("data", data);
    }

    private static JsonObject withVersion(JsonObject document) {
        return document.put("jsonapi", new JsonObject().put("version", "1.0"));
    }

    private JsonObject resource(JsonObject attributes) {
        var resource = identifier(type.name(), id()).put("attributes", attributes);
        var relationships = type.type().relationships();
        if (!relationships.isEmpty()) {
            resource.put("relationships", members(relationships, Relationship::name, this::relationship));
        }
        if (written().containsKey("meta")) {
            resource.put("meta", written().getJsonObject("meta"));
        }
        return resource.put("links", new JsonObject().put("self", self()));
    }

    private JsonObject newResource() {
        var resource = new JsonObject()
                .put("type", type.name())
                .put("attributes", written().getJsonObject("create", attributesOfClients()));
        var relationships = members(type.type().toOnes().toList(), Relationship::name, toOne -> data(linkage(toOne)));
        return relationships.isEmpty() ? resource : resource.put("relationships", relationships);
    }

    private JsonObject changedResource() {
        return identifier(type.name(), id())
                .put("attributes", written().getJsonObject("change", attributesOfClients()));
    }

    private JsonObject attributesOfClients() {
        return members(type.type().attributesForClients().toList(), Attribute::name, type::example);
    }

    private JsonObject relationship(Relationship relationship) {
        var related = "%s%s/".formatted(self(), relationship.name());
        if (OfferedType.isOnlyLinked(relationship)) {
            return new JsonObject().put("links", new JsonObject().put("related", related));
        }
        var object = data(linkage(relationship));
        if (linkage(relationship) instanceof JsonArray identifiers) {
            object.put("meta", new JsonObject().put("count", identifiers.size()));
        }
        return object.put(
                "links",
                new JsonObject()
                        .put("self", "%srelationships/%s".formatted(self(), relationship.name()))
                        .put("related", related));
    }

    private Object linkage(Relationship relationship) {
        var ids = written().getJsonObject("relationships");
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
        return written().getJsonObject("attributes");
    }

    private String id() {
        return written().getString("id");
    }

    private String self() {
        return "%s/%s/%s/".formatted(BASE, type.name(), id());
    }

    /** The example in the hand-written file: its summary, its id and its attributes. */
    private JsonObject written() {
        return type.prose().example();
    }
}
