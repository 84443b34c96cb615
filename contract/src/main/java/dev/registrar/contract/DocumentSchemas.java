package dev.registrar.contract;

import static dev.registrar.contract.OpenApi.array;
import static dev.registrar.contract.OpenApi.members;
import static dev.registrar.contract.OpenApi.object;
import static dev.registrar.contract.OpenApi.oneOf;
import static dev.registrar.contract.OpenApi.schema;

import dev.registrar.contract.OfferedTypes.OfferedType;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Creates the schemas of the documents of a resource type from its declaration. */
record DocumentSchemas(OfferedTypes types) {
    /** The engine does not limit linkage; linters require a number. */
    private static final int MANY = 1_000_000;

    /** PostgreSQL stores every character except this one. */
    private static final String NO_NUL = "^[^\\u0000]*$";

    private static final int LENGTH_OF_DATE = 10;
    private static final int LENGTH_OF_TIME = 35;
    private static final int LENGTH_OF_UUID = 36;
    private static final int LENGTH_OF_URL = 8192;

    /** The schema of {@code included}: resources of every type to which a relationship leads. */
    JsonObject included() {
        var resources = types.targets().stream()
                .map(target -> schema(target.schemaName()))
                .toList();
        return array(MANY, new JsonObject().put("anyOf", new JsonArray(resources)))
                .put("description", "The requested related resources, each once.");
    }

    JsonObject schemas(OfferedType type) {
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
        return schemas.mergeIn(members(
                type.relationships(),
                relationship -> type.linkageName(relationship) + "Document",
                this::linkageDocument));
    }

    private static JsonObject attributes(OfferedType type) {
        return object(members(type.attributes(), Attribute::name, attribute -> attribute(type, attribute)))
                .put("additionalProperties", false);
    }

    private static JsonObject attribute(OfferedType type, Attribute attribute) {
        var schema = values(attribute);
        if (attribute.isNullable()) {
            schema.put("nullable", true);
        }
        return schema.put("description", type.prose().descriptionOf(attribute) + rules(attribute))
                .put("example", type.example(attribute));
    }

    /** The rules that OpenAPI has no keyword for. */
    private static String rules(Attribute attribute) {
        if (attribute.isSetByServer()) {
            return " Set by the server; ignored in requests.";
        }
        if (attribute.isCode()) {
            return " It has no invisible characters%s."
                    .formatted(attribute.isUnique() ? " and is unique; letter case does not matter" : "");
        }
        return "";
    }

    /** The schema of a value to compare with: for an enumeration one of its values, otherwise any. */
    static JsonObject valueInFilter(Attribute attribute) {
        return switch (attribute.kind()) {
            case TEXT ->
                attribute.allowedValues().isEmpty()
                        ? string(LENGTH_OF_URL).put("pattern", NO_NUL)
                        : oneOf(attribute.allowedValues());
            case INTEGER -> integer(Integer.MIN_VALUE);
            case BOOLEAN, DATE, TIME, UUID, JSON -> values(attribute);
        };
    }

    /** A required text must not be blank. */
    private static JsonObject text(Attribute attribute) {
        var schema = string(attribute.limit()).put("pattern", NO_NUL);
        return attribute.isRequired() ? schema.put("minLength", 1) : schema;
    }

    private static JsonObject string(int maxLength) {
        return new JsonObject().put("type", "string").put("maxLength", maxLength);
    }

    private static JsonObject integer(int minimum) {
        return new JsonObject()
                .put("type", "integer")
                .put("format", "int32")
                .put("minimum", minimum)
                .put("maximum", Integer.MAX_VALUE);
    }

    private static JsonObject values(Attribute attribute) {
        return switch (attribute.kind()) {
            case TEXT -> attribute.allowedValues().isEmpty() ? text(attribute) : oneOf(attribute.allowedValues());
            case INTEGER -> integer(attribute.minimum());
            case BOOLEAN -> new JsonObject().put("type", "boolean");
            case DATE -> string(LENGTH_OF_DATE).put("format", "date");
            case TIME -> string(LENGTH_OF_TIME).put("format", "date-time");
            case UUID -> string(LENGTH_OF_UUID).put("format", "uuid");
            // Its schema is hand-written, with the descriptions of the type.
            case JSON -> new JsonObject();
        };
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
        return object(members(
                type.type().relationships(),
                Relationship::name,
                relationship -> (OfferedType.isOnlyLinked(relationship) ? link() : relationship(relationship))
                        .put("description", type.prose().descriptionOf(relationship))));
    }

    private static JsonObject link() {
        return object(new JsonObject().put("links", schema("RelatedLink")))
                .put("required", new JsonArray().add("links"));
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
                        .put("links", schema("RelationshipLinks"))
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
