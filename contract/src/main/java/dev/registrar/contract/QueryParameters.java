package dev.registrar.contract;

import dev.registrar.contract.OfferedTypes.OfferedType;
import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.SortOrder;
import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Creates the query parameters of a resource type from its declaration. */
record QueryParameters(OfferedTypes types) {
    /** The parameter components that only this type has. */
    JsonObject parameters(OfferedType type) {
        var parameters = new JsonObject()
                .put("Sort" + type.pluralName(), sort(type))
                .put("Fields" + type.pluralName(), fields(type));
        var paths = includable().paths(type);
        var localPaths = includableOnChange(type).paths(type);
        if (!paths.isEmpty()) {
            parameters.put("Include" + type.pluralName(), include(paths));
        }
        if (!localPaths.isEmpty() && !localPaths.equals(paths)) {
            parameters.put(includeOfChange(type), include(localPaths));
        }
        return parameters;
    }

    /** The parameters of each kind of URL, by the names used in the templates. */
    Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new HashMap<>();
        for (var type : types.all()) {
            groups.put(type.pluralName() + "Collection", ofCollection(type));
            groups.put(type.pluralName() + "Document", ofDocument(type));
            groups.put(type.pluralName() + "Change", ofChange(type));
        }
        return groups;
    }

    /** Those that clients use most come first, because documentation shows parameters in this order. */
    private List<String> ofCollection(OfferedType type) {
        List<String> names = new ArrayList<>(FilterParameters.mostUsed(type));
        names.add("PageSize");
        if (!type.type().isReadOnly()) {
            names.add("PageNumber");
        }
        names.add("Sort" + type.pluralName());
        names.addAll(ofDocument(type));
        names.addAll(FilterParameters.others(type));
        names.addAll(List.of("PageAfter", "PageBefore", "ForSpreadsheet"));
        return names;
    }

    private List<String> ofDocument(OfferedType type) {
        return includeAndFields(type, includable(), "Include" + type.pluralName());
    }

    /** The response to a change can include only resources that the same verticle stores. */
    private List<String> ofChange(OfferedType type) {
        return includeAndFields(type, includableOnChange(type), includeOfChange(type));
    }

    private List<String> includeAndFields(OfferedType type, IncludableTypes includable, String include) {
        List<String> names = new ArrayList<>();
        if (!includable.paths(type).isEmpty()) {
            names.add(include);
        }
        includable.types(type).forEach(shown -> names.add("Fields" + OfferedType.camelCase(shown.name())));
        return names;
    }

    /** A request to read can include resources of every type. */
    private IncludableTypes includable() {
        return new IncludableTypes(
                relationship -> Optional.of(types.targetOf(relationship).type())
                        .filter(target -> !OfferedType.isOnlyLinked(relationship)));
    }

    private static IncludableTypes includableOnChange(OfferedType type) {
        return new IncludableTypes(relationship ->
                type.local().targetOf(relationship).filter(target -> !OfferedType.isOnlyLinked(relationship)));
    }

    private String includeOfChange(OfferedType type) {
        var isSame = includableOnChange(type).paths(type).equals(includable().paths(type));
        return "Include" + type.pluralName() + (isSame ? "" : "OnChange");
    }

    private static JsonObject sort(OfferedType type) {
        var keys = Stream.concat(Stream.of("id"), type.type().sortable().map(Attribute::name))
                .flatMap(field -> Stream.of(field, "-" + field))
                .toList();
        return list(
                "sort",
                "Sort keys, the most significant first; a minus sign means descending order. Names are in the order of a dictionary, codes and identifiers in that of code points. Related resources have no sort keys.",
                SortOrder.MAX_KEYS,
                keys);
    }

    private static JsonObject include(List<String> paths) {
        var description = String.format(
                Locale.ROOT,
                "The relationship paths whose resources to include, all of them whatever the filters are; at most %,d resources in total.",
                Inclusion.MAX_RESOURCES);
        return list("include", description, Inclusion.MAX_PATHS, paths);
    }

    private static JsonObject fields(OfferedType type) {
        var description = "The fields of %s to send.".formatted(type.name());
        return list(
                "fields[%s]".formatted(type.name()),
                description,
                SparseFieldsets.MAX_FIELDS,
                type.type().fieldNames());
    }

    private static JsonObject list(String name, String description, int most, List<String> values) {
        return OpenApi.listParameter(name, description, OpenApi.array(most, OpenApi.oneOf(values)));
    }

    /**
     * The resources that can be included with a resource type.
     *
     * @param targets returns the related type of a relationship; empty if it cannot be included
     */
    private record IncludableTypes(Function<Relationship, Optional<ResourceType>> targets) {

        /** The values of {@code include}. */
        List<String> paths(OfferedType type) {
            return paths(type.type(), Inclusion.MAX_DEPTH).toList();
        }

        private Stream<String> paths(ResourceType type, int depth) {
            return depth == 0
                    ? Stream.empty()
                    : type.relationships().stream()
                            .flatMap(relationship -> targets.apply(relationship).stream()
                                    .flatMap(target -> Stream.concat(
                                            Stream.of(relationship.name()),
                                            paths(target, depth - 1).map(path -> relationship.name() + "." + path))));
        }

        /** The types that a document can contain, the type itself first. */
        Set<ResourceType> types(OfferedType type) {
            Set<ResourceType> found = new LinkedHashSet<>();
            collect(type.type(), Inclusion.MAX_DEPTH, found);
            return found;
        }

        private void collect(ResourceType type, int depth, Set<ResourceType> found) {
            found.add(type);
            if (depth > 0) {
                type.relationships().stream()
                        .flatMap(relationship -> targets.apply(relationship).stream())
                        .forEach(target -> collect(target, depth - 1, found));
            }
        }
    }
}
