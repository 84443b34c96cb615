package dev.registrar.gateway.openapi;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import io.vertx.core.json.JsonObject;

/** Creates the schema of an attribute from its kind and its limits. */
final class AttributeSchema {
    /** PostgreSQL stores every character except this one. */
    private static final String NO_NUL = "^[^\\u0000]*$";

    private static final String DATE = "2024-09-03";

    private AttributeSchema() {}

    static JsonObject of(Attribute attribute) {
        var schema = values(attribute);
        if (attribute.isNullable()) {
            schema.put("nullable", true);
        }
        if (attribute.isSetByServer()) {
            schema.put("description", "Set by the server; ignored in requests.");
        } else if (attribute.isIdentifier()) {
            schema.put("description", "An identifier: it has no invisible characters.");
        } else if (attribute.kind() == AttributeKind.DATE) {
            schema.put("example", DATE);
        }
        return schema;
    }

    /** A required text must not be blank. */
    private static JsonObject text(Attribute attribute) {
        var schema = new JsonObject().put("type", "string");
        if (attribute.isRequired()) {
            schema.put("minLength", 1);
        }
        return schema.put("maxLength", attribute.limit()).put("pattern", NO_NUL);
    }

    private static JsonObject values(Attribute attribute) {
        return switch (attribute.kind()) {
            case TEXT ->
                attribute.allowedValues().isEmpty() ? text(attribute) : OpenApi.oneOf(attribute.allowedValues());
            case INTEGER ->
                new JsonObject()
                        .put("type", "integer")
                        .put("format", "int32")
                        .put("minimum", attribute.minimum())
                        .put("maximum", Integer.MAX_VALUE);
            case BOOLEAN -> new JsonObject().put("type", "boolean");
            case DATE ->
                new JsonObject().put("type", "string").put("format", "date").put("maxLength", DATE.length());
        };
    }
}
