package dev.registrar.contract;

import static dev.registrar.resource.query.FilterOperator.EQ;
import static dev.registrar.resource.type.Attribute.ServerValue.CURRENT_DATE;

import dev.registrar.contract.OfferedTypes.OfferedType;
import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToOne;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Creates the filters of a collection: one parameter for each field, and one for all filters with operators or over
 * relationships.
 */
record FilterParameters(OfferedTypes types) {
    /** The number of values that fit into a URL. */
    private static final int MANY = 4_096;

    /** The names of the filters that clients use most: search, and the fields that every resource of the type has. */
    static List<String> mostUsed(OfferedType type) {
        var search = type.type().searchable().isEmpty() ? Stream.<String>empty() : Stream.of("FilterSearch");
        return Stream.concat(search, byField(type, true)).toList();
    }

    /** The names of the other filters of a type. */
    static List<String> others(OfferedType type) {
        return Stream.concat(byField(type, false), Stream.of("Filter" + type.pluralName(), "FilterId"))
                .toList();
    }

    private static Stream<String> byField(OfferedType type, boolean isRequired) {
        var attributes = type.filterable().filter(attribute -> attribute.isRequired() == isRequired);
        var toOnes = type.type().toOnes().filter(toOne -> toOne.required() == isRequired);
        return Stream.concat(attributes.map(Attribute::name), toOnes.map(ToOne::name))
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
        return OpenApi.parameter(
                        "filter",
                        "Filters %s by an operator, as in filter[FIELD.OPERATOR], or over a relationship, as in filter[RELATIONSHIP.FIELD] or filter[RELATIONSHIP.FIELD.OPERATOR]."
                                .formatted(type.plural()),
                        OpenApi.schema(type.schemaName() + "Filters"))
                .put("style", "deepObject")
                .put("explode", true)
                .put("example", new JsonObject());
    }

    private static JsonObject byValue(OfferedType type, Attribute attribute) {
        return OpenApi.listParameter(
                "filter[%s]".formatted(attribute.name()),
                "Keeps %s whose %s is one of these values.".formatted(type.plural(), attribute.name()),
                OpenApi.array(MANY, value(type, attribute)));
    }

    /**
     * With the example of the type, which finds some of the resources of the sample catalogue. Not for logs, whose
     * records vary, nor for the date of the last change, which is that of the start.
     */
    private static JsonObject value(OfferedType type, Attribute attribute) {
        var schema = DocumentSchemas.valueInFilter(attribute);
        var varies = type.type().isReadOnly()
                || attribute.serverValue().filter(CURRENT_DATE::equals).isPresent();
        return varies ? schema : schema.put("example", type.example(attribute));
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
        var words = type.attributes().stream()
                .filter(Attribute::isFilterableByWords)
                .map(attribute -> attribute.name() + ".search");
        var related = type.relationships().stream().flatMap(relationship -> overRelationship(type, relationship));
        var properties = new JsonObject();
        Stream.of(withOperators(type), words, related)
                .flatMap(Function.identity())
                .forEach(filter -> properties.put(filter, OpenApi.schema("FilterValue")));
        return OpenApi.object(properties).put("additionalProperties", false);
    }

    /** Such as {@code course_name.icontains}. */
    private static Stream<String> withOperators(OfferedType type) {
        return type.filterable()
                .flatMap(attribute -> Stream.of(FilterOperator.values())
                        .filter(operator -> operator != EQ && operator.appliesTo(attribute.kind()))
                        .map(operator -> attribute.name() + "." + operator.suffix()));
    }

    /**
     * Filters over a relationship support the ids of the related resources and, if the same verticle stores them, their
     * fields.
     */
    private Stream<String> overRelationship(OfferedType type, Relationship relationship) {
        return Stream.concat(
                        Stream.of("id"),
                        type.local().targetOf(relationship).isPresent()
                                ? fieldsOf(types.targetOf(relationship))
                                : Stream.empty())
                .map(field -> relationship.name() + "." + field);
    }

    private static Stream<String> fieldsOf(OfferedType target) {
        var attributes = target.filterable().map(Attribute::name);
        var toOnes = target.type().toOnes().flatMap(toOne -> Stream.of(toOne.name(), toOne.name() + ".id"));
        return Stream.of(attributes, withOperators(target), toOnes).flatMap(Function.identity());
    }
}
