package dev.registrar.gateway.openapi;

import static dev.registrar.gateway.openapi.OpenApi.array;
import static dev.registrar.gateway.openapi.OpenApi.object;
import static dev.registrar.gateway.openapi.OpenApi.oneOf;
import static dev.registrar.gateway.openapi.OpenApi.schema;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Creates the schemas of the documents of a resource type from its declaration. */
final class DocumentSchemas {
    /** The engine does not limit linkage; linters require a number. */
    private static final int MANY = 1_000_000;

    private final OfferedTypes types;

    DocumentSchemas(OfferedTypes types) {
        this.types = types;
    }

    /** The schema of {@code included}: resources of every type to which a relationship leads. */
    JsonObject included() {
        var resources = types.targets().stream()
                .map(target -> schema(target.schemaName()))
                .toList();
        return array(MANY, new JsonObject().put("anyOf", new JsonArray(resources)))
                .put("description", "The requested related resources, each once.");
    }

    JsonObject of(OfferedType type) {
        var name = type.schemaName();
        var schemas = new JsonObject()
                .put(name + "Attributes", attributes(type))
                .put(name + "Relationships", relationships(type));
        if (!type.type().isReadOnly()) {
            schemas.put("New%sAttributes".formatted(name), newAttributes(type));
        }
        if (types.targets().contains(type)) {
            schemas.put(name + "Identifier", identifier(type));
        }
        type.relationships()
                .forEach(relationship ->
                        schemas.put(type.linkageName(relationship) + "Document", linkageDocument(relationship)));
        return schemas;
    }

    private static JsonObject attributes(OfferedType type) {
        var properties = new JsonObject();
        type.attributes().forEach(attribute -> properties.put(attribute.name(), AttributeSchema.of(type, attribute)));
        return object(properties).put("additionalProperties", false);
    }

    private static JsonObject newAttributes(OfferedType type) {
        var required = type.attributes().stream()
                .filter(Attribute::isRequired)
                .map(Attribute::name)
                .toList();
        var all = new JsonArray().add(schema(type.schemaName() + "Attributes"));
        if (!required.isEmpty()) {
            all.add(new JsonObject().put("type", "object").put("required", new JsonArray(required)));
        }
        return new JsonObject().put("allOf", all);
    }

    private JsonObject relationships(OfferedType type) {
        var properties = new JsonObject();
        type.relationships()
                .forEach(relationship -> properties.put(
                        relationship.name(),
                        relationship(relationship)
                                .put("description", type.prose().descriptionOf(relationship))));
        return object(properties);
    }

    private JsonObject linkageDocument(Relationship relationship) {
        var document = relationship(relationship);
        document.getJsonObject("properties").put("jsonapi", schema("JsonApi"));
        return document;
    }

    private JsonObject relationship(Relationship relationship) {
        var target = types.targetOf(relationship);
        var identifier = schema(target.schemaName() + "Identifier");
        var properties = relationship instanceof ToMany
                ? new JsonObject()
                        .put("data", array(MANY, identifier))
                        .put("meta", schema("Count"))
                        .put("links", schema("ToManyLinks"))
                : new JsonObject()
                        .put("data", isRequired(relationship) ? identifier : orNull(identifier(target)))
                        .put("links", schema("RelationshipLinks"));
        return object(properties).put("required", new JsonArray().add("data"));
    }

    private static boolean isRequired(Relationship relationship) {
        return relationship instanceof ToOne toOne && toOne.required();
    }

    private static JsonObject identifier(OfferedType type) {
        return object(new JsonObject().put("type", oneOf(List.of(type.name()))).put("id", schema("Id")))
                .put("required", new JsonArray().add("type").add("id"));
    }

    /** Also accepts null; {@code nullable} beside a reference would not, because the other schema rejects null. */
    static JsonObject orNull(JsonObject schema) {
        return schema.copy().put("nullable", true);
    }
}
