package dev.registrar.gateway.openapi;

import dev.registrar.resource.query.filter.FilterOperator;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToOne;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Creates the filters of a collection: one parameter for each field, and one for all filters with operators or over
 * relationships.
 */
final class FilterParameters {
    /** The number of values that fit into a URL. */
    private static final int MANY = 4_096;

    private final OfferedTypes types;

    FilterParameters(OfferedTypes types) {
        this.types = types;
    }

    /** The names of the filters that clients use most: search, and the fields that every resource of the type has. */
    List<String> mostUsed(OfferedType type) {
        var search = type.type().searchable().isEmpty() ? Stream.<String>empty() : Stream.of("FilterSearch");
        return Stream.concat(search, byField(type, Attribute::isRequired, ToOne::required))
                .toList();
    }

    /** The names of the other filters of a type. */
    List<String> others(OfferedType type) {
        return Stream.concat(
                        byField(type, attribute -> !attribute.isRequired(), toOne -> !toOne.required()),
                        Stream.of("Filter" + type.pluralName(), "FilterId"))
                .toList();
    }

    private static Stream<String> byField(
            OfferedType type, Predicate<Attribute> attributes, Predicate<ToOne> relationships) {
        return Stream.concat(
                        type.filterable().filter(attributes).map(Attribute::name),
                        type.type().toOnes().filter(relationships).map(ToOne::name))
                .map(field -> name(type, field));
    }

    private static String name(OfferedType type, String field) {
        return "Filter" + type.pluralName() + OfferedType.camelCase(field);
    }

    /** The parameter components that only this type has. */
    JsonObject parameters(OfferedType type) {
        var parameters = new JsonObject().put("Filter" + type.pluralName(), byOperator(type));
        type.filterable().forEach(attribute -> parameters.put(name(type, attribute.name()), byValue(type, attribute)));
        type.type().toOnes().forEach(toOne -> parameters.put(name(type, toOne.name()), byLinkage(type, toOne)));
        return parameters;
    }

    private static JsonObject byOperator(OfferedType type) {
        return OpenApi.memberParameter(
                "filter",
                "Filters %s by an operator, as in filter[FIELD.OPERATOR], or over a relationship, as in filter[RELATIONSHIP.FIELD] or filter[RELATIONSHIP.FIELD.OPERATOR]."
                        .formatted(type.plural()),
                OpenApi.schema(type.schemaName() + "Filters"));
    }

    private static JsonObject byValue(OfferedType type, Attribute attribute) {
        return OpenApi.listParameter(
                "filter[%s]".formatted(attribute.name()),
                "Keeps %s whose %s is one of these values.".formatted(type.plural(), attribute.name()),
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
                "Keeps %s related to one of these %s, given by id."
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

    /**
     * Filters over a relationship support the ids of the related resources and, if the same verticle stores them, their
     * fields.
     */
    private Stream<String> over(OfferedType type, Relationship relationship) {
        var local = type.local().targetOf(relationship).isPresent();
        return Stream.concat(Stream.of("id"), local ? fieldsOf(types.targetOf(relationship)) : Stream.empty())
                .map(field -> relationship.name() + "." + field);
    }

    private static Stream<String> fieldsOf(OfferedType target) {
        return Stream.of(
                        target.filterable().map(Attribute::name),
                        withOperators(target),
                        target.type().toOnes().flatMap(toOne -> Stream.of(toOne.name(), toOne.name() + ".id")))
                .flatMap(fields -> fields);
    }

    private static Stream<String> withOperators(OfferedType type) {
        return type.filterable()
                .flatMap(attribute -> Stream.of(FilterOperator.values())
                        .filter(operator -> operator != FilterOperator.EQ && operator.appliesTo(attribute.kind()))
                        .map(operator -> attribute.name() + "." + operator.suffix()));
    }
}
