package dev.registrar.gateway.openapi;

import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The filters of a collection: one parameter for each field, and one for all with operators or over relationships. */
final class FilterParameters {
    /** How many values fit a URL. */
    private static final int MANY = 4_096;

    private final OfferedTypes types;

    FilterParameters(OfferedTypes types) {
        this.types = types;
    }

    /** All filters of a type. */
    List<String> names(OfferedType type) {
        List<String> names = new ArrayList<>(List.of("FilterId", "Filter" + type.pluralName()));
        type.filterable().forEach(attribute -> names.add(name(type, attribute.name())));
        type.type().toOnes().forEach(toOne -> names.add(name(type, toOne.name())));
        if (!type.type().searchable().isEmpty()) {
            names.add("FilterSearch");
        }
        return names;
    }

    private static String name(OfferedType type, String field) {
        return "Filter" + type.pluralName() + OfferedType.camelCase(field);
    }

    /** The components of those that only this type has. */
    JsonObject parameters(OfferedType type) {
        var parameters = new JsonObject().put("Filter" + type.pluralName(), byOperator(type));
        type.filterable().forEach(attribute -> parameters.put(name(type, attribute.name()), byValue(type, attribute)));
        type.type().toOnes().forEach(toOne -> parameters.put(name(type, toOne.name()), byLinkage(type, toOne)));
        return parameters;
    }

    private static JsonObject byOperator(OfferedType type) {
        return OpenApi.memberParameter(
                "filter",
                "Filters of %s by an operator, as filter[FIELD.OPERATOR], or over a relationship, as filter[RELATIONSHIP.FIELD] or filter[RELATIONSHIP.FIELD.OPERATOR]."
                        .formatted(type.plural()),
                OpenApi.schema(type.schemaName() + "Filters"));
    }

    private static JsonObject byValue(OfferedType type, Attribute attribute) {
        return OpenApi.listParameter(
                "filter[%s]".formatted(attribute.name()),
                "Keeps %s whose %s is one of these.".formatted(type.plural(), attribute.name()),
                values(attribute));
    }

    private static JsonObject values(Attribute attribute) {
        if (!attribute.allowedValues().isEmpty()) {
            return OpenApi.array(MANY, OpenApi.oneOf(attribute.allowedValues()));
        }
        return OpenApi.schema(
                switch (attribute.kind()) {
                    case TEXT -> "FilterTexts";
                    case INTEGER -> "FilterIntegers";
                    case BOOLEAN -> "FilterBooleans";
                    case DATE -> "FilterDates";
                });
    }

    private JsonObject byLinkage(OfferedType type, Relationship toOne) {
        return OpenApi.listParameter(
                "filter[%s]".formatted(toOne.name()),
                "Keeps %s of one of these %s, by id."
                        .formatted(type.plural(), types.targetOf(toOne).plural()),
                OpenApi.schema("FilterIds"));
    }

    /** The schema of the filters with operators or over relationships. */
    JsonObject schema(OfferedType type) {
        var properties = new JsonObject();
        Stream.concat(
                        withOperators(type),
                        type.relationships().stream().flatMap(relationship -> over(type, relationship)))
                .forEach(filter -> properties.put(filter, OpenApi.schema("FilterValue")));
        return OpenApi.object(properties).put("additionalProperties", false);
    }

    /** Filters over a relationship know the ids on the other side, and the fields of what the same verticle stores. */
    private Stream<String> over(OfferedType type, Relationship relationship) {
        var local = type.local().targetOf(relationship).isPresent();
        return Stream.concat(Stream.of("id"), local ? fieldsOf(types.targetOf(relationship)) : Stream.empty())
                .map(field -> relationship.name() + "." + field);
    }

    private static Stream<String> fieldsOf(OfferedType target) {
        return Stream.of(
                        target.filterable().map(Attribute::name),
                        withOperators(target),
                        target.type().toOnes().map(Relationship::name))
                .flatMap(fields -> fields);
    }

    private static Stream<String> withOperators(OfferedType type) {
        return type.filterable()
                .flatMap(attribute -> Stream.of(FilterOperator.values())
                        .filter(operator -> operator != FilterOperator.EQ && operator.appliesTo(attribute.kind()))
                        .map(operator -> attribute.name() + "." + operator.suffix()));
    }
}
