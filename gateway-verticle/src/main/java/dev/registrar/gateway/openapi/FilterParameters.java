package dev.registrar.gateway.openapi;

import dev.registrar.resource.query.filter.FilterOperator;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToOne;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
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
                OpenApi.array(MANY, value(type, attribute)));
    }

    /** Without an example where the service would find nothing by it. */
    private static JsonObject value(OfferedType type, Attribute attribute) {
        var schema = AttributeSchema.inFilter(attribute);
        return FilterExamples.of(type, attribute, FilterOperator.EQ).isPresent()
                ? schema.put("example", type.example(attribute))
                : schema;
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
        Stream.of(
                        withOperators(type),
                        byWords(type),
                        type.relationships().stream().flatMap(relationship -> over(type, relationship)))
                .flatMap(fields -> fields)
                .forEach(field -> properties.put(field.name(), field.schema()));
        return OpenApi.object(properties).put("additionalProperties", false);
    }

    /** What a filter is on, such as {@code course_name.icontains}, and the value of its example. */
    private record Field(String name, Optional<String> example) {

        static Field of(OfferedType type, Attribute attribute, FilterOperator operator) {
            var suffix = operator == FilterOperator.EQ ? "" : "." + operator.suffix();
            return new Field(attribute.name() + suffix, FilterExamples.of(type, attribute, operator));
        }

        static Field withoutExample(String name) {
            return new Field(name, Optional.empty());
        }

        Field over(Relationship relationship) {
            return new Field(relationship.name() + "." + name, example);
        }

        JsonObject schema() {
            var value = OpenApi.schema("FilterValue");
            return example.map(text -> new JsonObject()
                            .put("allOf", new JsonArray().add(value))
                            .put("example", text))
                    .orElse(value);
        }
    }

    /**
     * Filters over a relationship support the ids of the related resources and, if the same verticle stores them, their
     * fields.
     */
    private Stream<Field> over(OfferedType type, Relationship relationship) {
        var local = type.local().targetOf(relationship).isPresent();
        return Stream.concat(
                        Stream.of(Field.withoutExample("id")),
                        local ? fieldsOf(types.targetOf(relationship)) : Stream.empty())
                .map(field -> field.over(relationship));
    }

    private static Stream<Field> fieldsOf(OfferedType target) {
        return Stream.of(
                        target.filterable().map(attribute -> Field.of(target, attribute, FilterOperator.EQ)),
                        withOperators(target),
                        target.type()
                                .toOnes()
                                .flatMap(toOne -> Stream.of(toOne.name(), toOne.name() + ".id"))
                                .map(Field::withoutExample))
                .flatMap(fields -> fields);
    }

    private static Stream<Field> byWords(OfferedType type) {
        return type.attributes().stream()
                .filter(Attribute::isFilterableByWords)
                .map(attribute -> new Field(
                        attribute.name() + ".search", Optional.of(FilterExamples.ofWords(type.example(attribute)))));
    }

    private static Stream<Field> withOperators(OfferedType type) {
        return type.filterable()
                .flatMap(attribute -> Stream.of(FilterOperator.values())
                        .filter(operator -> operator != FilterOperator.EQ && operator.appliesTo(attribute.kind()))
                        .map(operator -> Field.of(type, attribute, operator)));
    }
}
