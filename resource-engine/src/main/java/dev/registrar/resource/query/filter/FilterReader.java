package dev.registrar.resource.query.filter;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.TOO_MANY_VALUES;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_FILTER_FIELD;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_FILTER_OPERATOR;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.UnicodeText;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code filter[...]}: the field, the operator and the values. */
public final class FilterReader {
    private static final String SEARCH = "search";
    private static final String ID = "id";
    /** The maximum number of parts: a relationship, a field and an operator. */
    private static final int MAX_SEGMENTS = 3;

    private final ResourceTypes types;
    private final ResourceType type;
    private final ErrorCollector errors;

    public FilterReader(ResourceTypes types, ResourceType type, ErrorCollector errors) {
        this.types = types;
        this.type = type;
        this.errors = errors;
    }

    /**
     * Reads one filter.
     *
     * @param parameter the whole name, for errors: {@code filter[course_name.icontains]}
     * @param path the text in the brackets
     * @return empty when an error was added, or when the filter selects everything
     */
    public Optional<Filter> read(String parameter, String path, String value) {
        if (!UnicodeText.isStorable(value)) {
            return reject(
                    MALFORMED_PARAMETER, parameter, "A filter value must not contain U+0000 or a lone surrogate.");
        }
        var segments = List.of(path.split("\\.", MAX_SEGMENTS));
        return path.equals(SEARCH) ? search(parameter, value) : readField(parameter, type, segments, value);
    }

    private Optional<Filter> readField(String parameter, ResourceType owner, List<String> segments, String value) {
        var field = segments.get(0);
        var rest = segments.subList(1, segments.size());
        var attribute = owner.attribute(field).filter(Attribute::isFilterable);
        if (attribute.isPresent()) {
            return byAttribute(parameter, attribute.get(), rest, value);
        }
        if (field.equals(ID)) {
            return rest.isEmpty() ? ids(parameter, value, Filter.ById::new) : noOperators(parameter, rest);
        }
        var relationship = owner.relationship(field);
        if (relationship.isPresent()) {
            return byRelationship(parameter, owner, relationship.get(), rest, value);
        }
        return unknownField(parameter, owner, field);
    }

    private Optional<Filter> byRelationship(
            String parameter, ResourceType owner, Relationship relationship, List<String> rest, String value) {
        var target = types.targetOf(relationship);
        if (relationship instanceof ToOne toOne && (rest.isEmpty() || rest.equals(List.of(ID)))) {
            return ids(parameter, value, ids -> new Filter.ByLinkage(toOne, ids));
        }
        if (owner != type || rest.isEmpty() || target.isEmpty()) {
            return unknownField(parameter, owner, pathOf(relationship, rest));
        }
        return readField(parameter, target.get(), rest, value)
                .map(condition -> new Filter.ByRelated(relationship, target.get(), condition));
    }

    private Optional<Filter> byAttribute(String parameter, Attribute attribute, List<String> rest, String value) {
        var operator = rest.isEmpty() ? Optional.of(FilterOperator.EQ) : FilterOperator.named(String.join(".", rest));
        if (operator.isEmpty() || !operator.get().appliesTo(attribute.kind())) {
            return reject(
                    UNKNOWN_FILTER_OPERATOR,
                    parameter,
                    "%s has no operator \"%s\"; its operators are %s."
                            .formatted(
                                    attribute.name(),
                                    Excerpt.of(String.join(".", rest)),
                                    FilterOperator.namesFor(attribute.kind())));
        }
        return values(
                        parameter,
                        value,
                        operator.get().expected(attribute),
                        text -> operator.get().parse(attribute, text))
                .flatMap(values -> byAttribute(parameter, attribute, operator.get(), values));
    }

    private Optional<Filter> byAttribute(
            String parameter, Attribute attribute, FilterOperator operator, List<Object> values) {
        return operator.takesPatterns() && values.size() > FilterOperator.MAX_PATTERNS
                ? reject(
                        TOO_MANY_VALUES,
                        parameter,
                        "%s can have at most %d values.".formatted(Excerpt.of(parameter), FilterOperator.MAX_PATTERNS))
                : Optional.of(new Filter.ByAttribute(attribute, operator, values));
    }

    private Optional<Filter> ids(String parameter, String value, Function<List<UUID>, Filter> filter) {
        return values(parameter, value, "an id (UUID)", Ids::parse).map(filter);
    }

    private <T> Optional<List<T>> values(
            String parameter, String text, String expected, Function<String, Optional<T>> parse) {
        var texts = QuotedList.parse(text);
        if (texts.isEmpty()) {
            return reject(
                    MALFORMED_PARAMETER,
                    parameter,
                    "The quotes do not match; write a value with a comma as \"a,b\", and double a quote inside it.");
        }
        List<T> values = new ArrayList<>();
        for (var one : texts.get()) {
            var value = parse.apply(one);
            if (value.isEmpty()) {
                return reject(MALFORMED_PARAMETER, parameter, "\"%s\" is not %s.".formatted(Excerpt.of(one), expected));
            }
            values.add(value.get());
        }
        return Optional.of(values);
    }

    private Optional<Filter> search(String parameter, String value) {
        return type.searchable().isEmpty()
                ? unknownField(parameter, type, SEARCH)
                : new SearchReader(errors).read(parameter, value).map(words -> new Filter.BySearch(type, words));
    }

    private Optional<Filter> noOperators(String parameter, List<String> rest) {
        return reject(
                UNKNOWN_FILTER_OPERATOR,
                parameter,
                "id has no operator \"%s\"; use filter[id]=<id>,<id> to select the resources with one of these ids."
                        .formatted(Excerpt.of(String.join(".", rest))));
    }

    private static String pathOf(Relationship relationship, List<String> rest) {
        return String.join(
                ".",
                Stream.concat(Stream.of(relationship.name()), rest.stream()).toList());
    }

    private Optional<Filter> unknownField(String parameter, ResourceType owner, String field) {
        return reject(
                UNKNOWN_FILTER_FIELD,
                parameter,
                "%s cannot be filtered by \"%s\"; the filter fields are %s."
                        .formatted(owner, Excerpt.of(field), filterFields(owner)));
    }

    private String filterFields(ResourceType owner) {
        var attributes =
                owner.attributes().stream().filter(Attribute::isFilterable).map(Attribute::name);
        var toOnes = owner.toOnes().map(Relationship::name);
        var related = owner.relationships().stream()
                .filter(relationship ->
                        owner == type && types.targetOf(relationship).isPresent())
                .map(relationship -> relationship.name() + ".<field>");
        var search = owner == type && !owner.searchable().isEmpty() ? Stream.of(SEARCH) : Stream.<String>empty();
        return Stream.of(Stream.of(ID), attributes, toOnes, related, search)
                .flatMap(Function.identity())
                .collect(Collectors.joining(", "));
    }

    private <T> Optional<T> reject(ErrorCode code, String parameter, String detail) {
        errors.add(code.at(parameter(parameter), detail));
        return Optional.empty();
    }
}
