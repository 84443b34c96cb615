package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_FILTER_FIELD;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_FILTER_OPERATOR;

import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads one {@code filter[...]}: the field, the operator and the values. Its methods return empty when they add an
 * error or when the filter selects everything.
 */
record FilterReader(ResourceTypes types, ResourceType type, FilterValues values) {
    private static final String SEARCH = "search";
    private static final String ID = "id";
    private static final String FIELD_OF_RELATED = ".<field>";

    /** The maximum number of parts: a relationship, a field and an operator. */
    private static final int MAX_SEGMENTS = 3;

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

    /** Reads the filter with this path in its brackets. */
    Optional<Filter> read(String path) {
        return values.isStorable()
                ? readField(new Owner(type, ""), List.of(path.split("\\.", MAX_SEGMENTS)))
                : values.reject(MALFORMED_PARAMETER, "A filter value must not contain U+0000 or a lone surrogate.");
    }

    private Optional<Filter> readField(Owner owner, List<String> segments) {
        var field = segments.get(0);
        var rest = segments.subList(1, segments.size());
        if (field.equals(SEARCH) && owner.isSearchable()) {
            return rest.isEmpty()
                    ? search(type.searchable())
                    : values.reject(
                            UNKNOWN_FILTER_OPERATOR,
                            "search has no operators; use filter[search]=<words>, which ignores case and accents and finds words by their beginning.");
        }
        if (field.equals(ID)) {
            return rest.isEmpty() ? values.ids().map(Filter.ById::new) : noOperators(owner.path() + ID, rest);
        }
        var searchable = owner.searchable(field);
        if (searchable.isPresent() && rest.equals(List.of(SEARCH))) {
            return search(List.of(searchable.get()));
        }
        var attribute = owner.type()
                .filterable()
                .filter(filterable -> filterable.name().equals(field))
                .findFirst();
        if (attribute.isPresent()) {
            return byAttribute(attribute.get(), rest);
        }
        var relationship = owner.type().relationship(field);
        return relationship.isPresent() ? byRelationship(owner, relationship.get(), rest) : unknownField(owner, field);
    }

    private Optional<Filter> byRelationship(Owner owner, Relationship relationship, List<String> rest) {
        if (relationship instanceof ToOne toOne && (rest.isEmpty() || rest.equals(List.of(ID)))) {
            return values.ids().map(ids -> new Filter.ByLinkage(toOne, ids));
        }
        if (relationship instanceof ToOne && isOperator(rest)) {
            return noOperators(owner.path() + relationship.name(), rest);
        }
        if (owner.isRelated() || rest.isEmpty()) {
            return unknownField(owner, pathOf(relationship, rest));
        }
        var target = types.targetOf(relationship);
        if (target.isEmpty()) {
            return remoteField(relationship, pathOf(relationship, rest));
        }
        return readField(new Owner(target.get(), relationship.name() + "."), rest)
                .map(condition -> new Filter.ByRelated(relationship, target.get(), List.of(condition)));
    }

    /** Whether these parts of a path, after a relationship, are an operator, possibly after the id. */
    private static boolean isOperator(List<String> rest) {
        var last = rest.get(rest.size() - 1);
        return FilterOperator.named(last).isPresent()
                && (rest.size() == 1 || rest.subList(0, rest.size() - 1).equals(List.of(ID)));
    }

    private Optional<Filter> byAttribute(Attribute attribute, List<String> rest) {
        var suffix = String.join(".", rest);
        var operator = rest.isEmpty() ? Optional.of(FilterOperator.EQ) : FilterOperator.named(suffix);
        if (operator.isEmpty() || !operator.get().appliesTo(attribute.kind())) {
            return values.reject(
                    UNKNOWN_FILTER_OPERATOR,
                    "%s has no operator \"%s\"; %s"
                            .formatted(
                                    attribute.name(),
                                    Excerpt.of(suffix),
                                    Misspelling.remedy(
                                            suffix, FilterOperator.namesFor(attribute.kind()), "its operators")));
        }
        return values.comparedWith(attribute, operator.get())
                .map(all -> new Filter.ByAttribute(attribute, operator.get(), all));
    }

    private Optional<Filter> search(List<Attribute> attributes) {
        return values.words().map(words -> new Filter.BySearch(type, attributes, words));
    }

    private Optional<Filter> noOperators(String path, List<String> rest) {
        return values.reject(
                UNKNOWN_FILTER_OPERATOR,
                "%s has no operator \"%s\"; use filter[%s]=<id>,<id> to select by these ids."
                        .formatted(path, Excerpt.of(rest.get(rest.size() - 1)), path));
    }

    private static String pathOf(Relationship relationship, List<String> rest) {
        return Stream.concat(Stream.of(relationship.name()), rest.stream()).collect(Collectors.joining("."));
    }

    private Optional<Filter> unknownField(Owner owner, String field) {
        var known = filterFields(owner);
        return values.reject(
                UNKNOWN_FILTER_FIELD,
                "%s cannot be filtered by \"%s\"; %s"
                        .formatted(
                                type,
                                Excerpt.of(owner.path() + field),
                                Misspelling.remedy(
                                        meant(field, known).map(owner.path()::concat),
                                        "the filter fields%s are %s."
                                                .formatted(
                                                        owner.isRelated() ? " over this relationship" : "",
                                                        known.stream()
                                                                .map(owner.path()::concat)
                                                                .collect(Collectors.joining(", "))))));
    }

    private static Optional<String> meant(String field, List<String> known) {
        var names =
                known.stream().map(name -> name.replace(FIELD_OF_RELATED, "")).toList();
        return Misspelling.of(field, names).map(name -> name.equals(field) ? name + "." + ID : name);
    }

    private Optional<Filter> remoteField(Relationship relationship, String field) {
        return values.reject(
                UNKNOWN_FILTER_FIELD,
                "%1$s cannot be filtered by \"%2$s\", because another verticle stores %3$s. Find the %3$s first (/v1/%3$s/?filter[<field>]=<value>), then filter by their ids: filter[%4$s]=<id>,<id>."
                        .formatted(type, Excerpt.of(field), relationship.target(), relationship.name()));
    }

    /** The fields of the owner by which clients may filter, without its path. */
    private List<String> filterFields(Owner owner) {
        var fields = owner.type();
        var attributes = fields.filterable().map(Attribute::name);
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
                .toList();
    }
}
