package dev.registrar.gateway.openapi;

import dev.registrar.resource.type.Attribute;
import io.vertx.core.json.JsonObject;

/** Creates the schema of an attribute from its declaration and its prose. */
final class AttributeSchema {
    /** PostgreSQL stores every character except this one. */
    private static final String NO_NUL = "^[^\\u0000]*$";

    private static final int LENGTH_OF_DATE = 10;
    private static final int LENGTH_OF_TIME = 35;
    private static final int LENGTH_OF_UUID = 36;
    private static final int LENGTH_OF_URL = 8192;

    private AttributeSchema() {}

    static JsonObject of(OfferedType type, Attribute attribute) {
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

    /** A required text must not be blank. */
    private static JsonObject text(Attribute attribute) {
        var schema = new JsonObject().put("type", "string");
        if (attribute.isRequired()) {
            schema.put("minLength", 1);
        }
        return schema.put("maxLength", attribute.limit()).put("pattern", NO_NUL);
    }

    /** The schema of a value to compare with. It need not be a value of the attribute, unless that is an enumeration. */
    static JsonObject inFilter(Attribute attribute) {
        return switch (attribute.kind()) {
            case TEXT ->
                attribute.allowedValues().isEmpty()
                        ? new JsonObject()
                                .put("type", "string")
                                .put("maxLength", LENGTH_OF_URL)
                                .put("pattern", NO_NUL)
                        : OpenApi.oneOf(attribute.allowedValues());
            case INTEGER -> integer(Integer.MIN_VALUE);
            case BOOLEAN, DATE, TIME, UUID -> values(attribute);
        };
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
            case TEXT ->
                attribute.allowedValues().isEmpty() ? text(attribute) : OpenApi.oneOf(attribute.allowedValues());
            case INTEGER -> integer(attribute.minimum());
            case BOOLEAN -> new JsonObject().put("type", "boolean");
            case DATE ->
                new JsonObject().put("type", "string").put("format", "date").put("maxLength", LENGTH_OF_DATE);
            case TIME ->
                new JsonObject()
                        .put("type", "string")
                        .put("format", "date-time")
                        .put("maxLength", LENGTH_OF_TIME);
            case UUID ->
                new JsonObject().put("type", "string").put("format", "uuid").put("maxLength", LENGTH_OF_UUID);
        };
    }
}
