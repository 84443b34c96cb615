package dev.registrar.resource.query.filter;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.TOO_MANY_VALUES;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_FILTER_FIELD;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_FILTER_OPERATOR;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.document.UnicodeText;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads {@code filter[...]}: the field, the operator and the values. */
public final class FilterReader {
    private static final String SEARCH = "search";
    private static final String ID = "id";
    private static final String FIELD_OF_RELATED = ".<field>";

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
     * The type whose field a filter names.
     *
     * @param path the relationship that leads to it, with a dot; empty for the type of the collection
     */
    private record Owner(ResourceType type, String path) {
        boolean isRelated() {
            return !path.isEmpty();
        }

        boolean isSearchable() {
            return !isRelated() && !type.searchable().isEmpty();
        }

        /** The attribute of this name, if its words can be searched for alone. */
        Optional<Attribute> searchable(String name) {
            return type.attribute(name).filter(attribute -> !isRelated() && attribute.isFilterableByWords());
        }
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
        return readField(parameter, new Owner(type, ""), segments, value);
    }

    private Optional<Filter> readField(String parameter, Owner owner, List<String> segments, String value) {
        var field = segments.get(0);
        var rest = segments.subList(1, segments.size());
        if (field.equals(SEARCH) && owner.isSearchable()) {
            return rest.isEmpty() ? search(parameter, type.searchable(), value) : noOperatorsOfSearch(parameter);
        }
        if (field.equals(ID)) {
            return rest.isEmpty()
                    ? ids(parameter, value, Filter.ById::new)
                    : noOperators(parameter, owner.path() + ID, rest);
        }
        var searchable = owner.searchable(field);
        if (searchable.isPresent() && rest.equals(List.of(SEARCH))) {
            return search(parameter, List.of(searchable.get()), value);
        }
        var attribute = owner.type().attribute(field).filter(Attribute::isFilterable);
        if (attribute.isPresent()) {
            return byAttribute(parameter, attribute.get(), rest, value);
        }
        var relationship = owner.type().relationship(field);
        if (relationship.isPresent()) {
            return byRelationship(parameter, owner, relationship.get(), rest, value);
        }
        return unknownField(parameter, owner, field);
    }

    private Optional<Filter> byRelationship(
            String parameter, Owner owner, Relationship relationship, List<String> rest, String value) {
        var target = types.targetOf(relationship);
        if (relationship instanceof ToOne toOne && (rest.isEmpty() || rest.equals(List.of(ID)))) {
            return ids(parameter, value, ids -> new Filter.ByLinkage(toOne, ids));
        }
        if (relationship instanceof ToOne && isOperator(rest)) {
            return noOperators(parameter, owner.path() + relationship.name(), rest);
        }
        if (owner.isRelated() || rest.isEmpty()) {
            return unknownField(parameter, owner, pathOf(relationship, rest));
        }
        if (target.isEmpty()) {
            return remoteField(parameter, relationship, pathOf(relationship, rest));
        }
        var related = new Owner(target.get(), relationship.name() + ".");
        return readField(parameter, related, rest, value)
                .map(condition -> new Filter.ByRelated(relationship, target.get(), List.of(condition)));
    }

    /** Whether these parts of a path, after a relationship, are an operator, possibly after the id. */
    private static boolean isOperator(List<String> rest) {
        var last = rest.get(rest.size() - 1);
        return FilterOperator.named(last).isPresent()
                && (rest.size() == 1 || rest.subList(0, rest.size() - 1).equals(List.of(ID)));
    }

    private Optional<Filter> byAttribute(String parameter, Attribute attribute, List<String> rest, String value) {
        var operator = rest.isEmpty() ? Optional.of(FilterOperator.EQ) : FilterOperator.named(String.join(".", rest));
        if (operator.isEmpty() || !operator.get().appliesTo(attribute.kind())) {
            return reject(
                    UNKNOWN_FILTER_OPERATOR,
                    parameter,
                    "%s has no operator \"%s\"; %s"
                            .formatted(
                                    attribute.name(),
                                    Excerpt.of(String.join(".", rest)),
                                    Misspelling.remedy(
                                            String.join(".", rest),
                                            FilterOperator.namesFor(attribute.kind()),
                                            "its operators")));
        }
        return new FilterValues(parameter, errors)
                .of(attribute, operator.get(), value)
                .flatMap(values -> byAttribute(parameter, attribute, operator.get(), values));
    }

    private Optional<Filter> byAttribute(
            String parameter, Attribute attribute, FilterOperator operator, List<Object> values) {
        return operator.takesPatterns() && values.size() > FilterOperator.MAX_PATTERNS
                ? reject(
                        TOO_MANY_VALUES,
                        parameter,
                        "%s can have at most %s values.".formatted(Excerpt.of(parameter), FilterOperator.MAX_PATTERNS))
                : Optional.of(new Filter.ByAttribute(attribute, operator, values));
    }

    private Optional<Filter> ids(String parameter, String value, Function<List<UUID>, Filter> filter) {
        return new FilterValues(parameter, errors).ids(value).map(filter);
    }

    private Optional<Filter> search(String parameter, List<Attribute> attributes, String value) {
        return new SearchReader(errors)
                .read(parameter, value)
                .map(words -> new Filter.BySearch(type, attributes, words));
    }

    private Optional<Filter> noOperatorsOfSearch(String parameter) {
        return reject(
                UNKNOWN_FILTER_OPERATOR,
                parameter,
                "search has no operators; use filter[search]=<words>, which ignores case and accents and finds words by their beginning.");
    }

    private Optional<Filter> noOperators(String parameter, String path, List<String> rest) {
        return reject(
                UNKNOWN_FILTER_OPERATOR,
                parameter,
                "%s has no operator \"%s\"; use filter[%s]=<id>,<id> to select by these ids."
                        .formatted(path, Excerpt.of(rest.get(rest.size() - 1)), path));
    }

    private static String pathOf(Relationship relationship, List<String> rest) {
        return String.join(
                ".",
                Stream.concat(Stream.of(relationship.name()), rest.stream()).toList());
    }

    private Optional<Filter> unknownField(String parameter, Owner owner, String field) {
        return reject(
                UNKNOWN_FILTER_FIELD,
                parameter,
                "%s cannot be filtered by \"%s\"; %s"
                        .formatted(
                                type,
                                Excerpt.of(owner.path() + field),
                                Misspelling.remedy(
                                        meant(owner, field),
                                        "the filter fields%s are %s."
                                                .formatted(
                                                        owner.isRelated() ? " over this relationship" : "",
                                                        String.join(", ", filterFields(owner))))));
    }

    private Optional<String> meant(Owner owner, String field) {
        var names = filterFields(owner).stream()
                .map(known -> known.replace(FIELD_OF_RELATED, "")
                        .substring(owner.path().length()))
                .toList();
        return Misspelling.of(field, names)
                .map(name -> name.equals(field) ? name + "." + ID : name)
                .map(owner.path()::concat);
    }

    private Optional<Filter> remoteField(String parameter, Relationship relationship, String field) {
        return reject(
                UNKNOWN_FILTER_FIELD,
                parameter,
                "%1$s cannot be filtered by \"%2$s\", because another verticle stores %3$s. Find the %3$s first (/v1/%3$s/?filter[<field>]=<value>), then filter by their ids: filter[%4$s]=<id>,<id>."
                        .formatted(type, Excerpt.of(field), relationship.target(), relationship.name()));
    }

    private List<String> filterFields(Owner owner) {
        var fields = owner.type();
        var attributes =
                fields.attributes().stream().filter(Attribute::isFilterable).map(Attribute::name);
        var toOnes = fields.toOnes().flatMap(toOne -> Stream.of(toOne.name(), toOne.name() + "." + ID));
        var related = fields.relationships().stream()
                .filter(relationship ->
                        !owner.isRelated() && types.targetOf(relationship).isPresent())
                .map(relationship -> relationship.name() + FIELD_OF_RELATED);
        var byWords = fields.attributes().stream()
                .filter(attribute -> owner.searchable(attribute.name()).isPresent())
                .map(attribute -> attribute.name() + "." + SEARCH);
        var search = owner.isSearchable() ? Stream.of(SEARCH) : Stream.<String>empty();
        return Stream.of(Stream.of(ID), attributes, toOnes, related, byWords, search)
                .flatMap(Function.identity())
                .map(owner.path()::concat)
                .toList();
    }

    private <T> Optional<T> reject(ErrorCode code, String parameter, String detail) {
        errors.add(code.at(parameter(parameter), detail));
        return Optional.empty();
    }
}
