package dev.registrar.contract;

import static dev.registrar.resource.query.FilterOperator.EQ;
import static dev.registrar.resource.query.FilterOperator.GT;
import static dev.registrar.resource.query.FilterOperator.GTE;
import static dev.registrar.resource.query.FilterOperator.LT;
import static dev.registrar.resource.query.FilterOperator.LTE;
import static dev.registrar.resource.query.FilterOperator.NE;

import dev.registrar.contract.OfferedTypes.OfferedType;
import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToOne;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Creates the filters of a collection: one parameter for each field, and one for all filters with operators or over
 * relationships.
 */
final class FilterParameters {
    /** The number of values that fit into a URL. */
    private static final int MANY = 4_096;

    private static final Set<FilterOperator> BOUNDS = Set.of(LT, LTE, GT, GTE);

    /** All resources of the sample catalogue were created by the same caller. */
    private static final Set<FilterOperator> OF_OTHER_CALLERS = Set.of(NE, LT, GT);

    /** They were created later than the example says. */
    private static final Set<FilterOperator> OF_EARLIER_DAYS = Set.of(EQ, LT, LTE);

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

    /** Without an example where the service would find nothing by it. */
    private static JsonObject value(OfferedType type, Attribute attribute) {
        var schema = DocumentSchemas.valueInFilter(attribute);
        return example(type, attribute, EQ).isPresent() ? schema.put("example", type.example(attribute)) : schema;
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
        addOperators(properties, "", type);
        type.attributes().stream()
                .filter(Attribute::isFilterableByWords)
                .forEach(attribute ->
                        add(properties, attribute.name() + ".search", Optional.of(words(type.example(attribute)))));
        type.relationships().forEach(relationship -> addRelated(properties, type, relationship));
        return OpenApi.object(properties).put("additionalProperties", false);
    }

    /**
     * Filters over a relationship support the ids of the related resources and, if the same verticle stores them, their
     * fields.
     */
    private void addRelated(JsonObject properties, OfferedType type, Relationship relationship) {
        var path = relationship.name() + ".";
        add(properties, path + "id", Optional.empty());
        if (type.local().targetOf(relationship).isEmpty()) {
            return;
        }
        var target = types.targetOf(relationship);
        target.filterable()
                .forEach(attribute -> add(properties, path + attribute.name(), example(target, attribute, EQ)));
        addOperators(properties, path, target);
        target.type().toOnes().forEach(toOne -> {
            add(properties, path + toOne.name(), Optional.empty());
            add(properties, path + toOne.name() + ".id", Optional.empty());
        });
    }

    private static void addOperators(JsonObject properties, String path, OfferedType type) {
        type.filterable()
                .forEach(attribute -> Stream.of(FilterOperator.values())
                        .filter(operator -> operator != EQ && operator.appliesTo(attribute.kind()))
                        .forEach(operator -> add(
                                properties,
                                "%s%s.%s".formatted(path, attribute.name(), operator.suffix()),
                                example(type, attribute, operator))));
    }

    /** Adds the schema of a filter, such as {@code course_name.icontains}. */
    private static void add(JsonObject properties, String filter, Optional<String> example) {
        var value = OpenApi.schema("FilterValue");
        properties.put(
                filter,
                example.map(text -> new JsonObject()
                                .put("allOf", new JsonArray().add(value))
                                .put("example", text))
                        .orElse(value));
    }

    /**
     * The value of an example, derived from the example of the type: it finds some of the resources of the sample
     * catalogue, which contains this resource and others. Empty for a filter that would find nothing or makes no sense,
     * and for logs, whose records vary.
     */
    private static Optional<String> example(OfferedType type, Attribute attribute, FilterOperator operator) {
        return type.type().isReadOnly() || findsNothing(attribute, operator)
                ? Optional.empty()
                : Optional.of(value(attribute, operator, type.example(attribute).toString()));
    }

    private static boolean findsNothing(Attribute attribute, FilterOperator operator) {
        if (attribute.serverValue().isEmpty()) {
            return !attribute.allowedValues().isEmpty() && BOUNDS.contains(operator);
        }
        return switch (attribute.serverValue().get()) {
            case CALLER_NAME -> OF_OTHER_CALLERS.contains(operator);
            case CURRENT_DATE -> OF_EARLIER_DAYS.contains(operator);
        };
    }

    private static String value(Attribute attribute, FilterOperator operator, String example) {
        return switch (operator) {
            case EQ, NE, LT, LTE, GT, GTE -> example;
            case IEXACT -> example.toLowerCase(Locale.ROOT);
            case CONTAINS -> end(example);
            case ICONTAINS -> end(example).toLowerCase(Locale.ROOT);
            case STARTSWITH -> beginning(example);
            case ISNULL -> Boolean.toString(attribute.isNullable());
        };
    }

    /** The example of a search for words. */
    private static String words(Object example) {
        return end(example.toString()).replaceAll("\\W", "");
    }

    /** The first word of several, or half of a word. */
    private static String beginning(String text) {
        return text.substring(0, text.contains(" ") ? text.indexOf(' ') : (text.length() + 1) / 2);
    }

    private static String end(String text) {
        return text.substring(text.contains(" ") ? text.lastIndexOf(' ') + 1 : text.length() / 2);
    }
}
