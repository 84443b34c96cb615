package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.INVALID_PAGE;
import static dev.registrar.resource.error.ErrorCode.REPEATED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_FIELD;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_INCLUDE;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_SORT_FIELD;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.Faults;
import dev.registrar.resource.query.IncludePath.Step;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the query parameters of one request; each reader is used once.
 *
 * <p>JSON:API 1.0, "Query Parameters", demands 400 for a parameter that the server does not know; so that no mistake
 * passes unseen, the same goes for one that is repeated.
 */
public final class QueryReader {
    private static final Pattern FAMILY_MEMBER = Pattern.compile("(filter|fields|page)\\[([^\\[\\]]+)]");

    private final ResourceTypes types;
    private final ResourceType type;
    private final Faults faults = new Faults();

    private final List<Filter> filters = new ArrayList<>();
    private final List<SortKey> sort = new ArrayList<>();
    private final Map<String, Set<String>> fields = new HashMap<>();
    private final Map<List<String>, IncludePath> include = new LinkedHashMap<>();
    private int pageNumber = 1;
    private int pageSize = Page.DEFAULT_SIZE;

    /** Reads a query for resources of this type, whose includes may lead to the other types. */
    public QueryReader(ResourceTypes types, ResourceType type) {
        this.types = types;
        this.type = type;
    }

    /**
     * The query of a collection: every parameter is allowed.
     *
     * @throws dev.registrar.resource.error.JsonApiException with every fault of the query
     */
    public ResourceQuery ofCollection(Map<String, List<String>> parameters) {
        parameters.forEach((name, values) -> readOnce(name, values, this::readOfCollection));
        return finish();
    }

    /**
     * The query of one resource: {@code fields} and {@code include} alone.
     *
     * @throws dev.registrar.resource.error.JsonApiException with every fault of the query
     */
    public ResourceQuery ofItem(Map<String, List<String>> parameters) {
        parameters.forEach((name, values) -> readOnce(name, values, this::readOfItem));
        return finish();
    }

    /**
     * Makes sure that a request which takes no query parameters has none.
     *
     * @throws dev.registrar.resource.error.JsonApiException with every parameter
     */
    public static void refuseAll(Map<String, List<String>> parameters) {
        var faults = new Faults();
        parameters
                .keySet()
                .forEach(name -> faults.add(UNKNOWN_PARAMETER.at(
                        parameter(name),
                        "%s is not allowed here; this request takes no query parameters.".formatted(name))));
        faults.throwIfAny();
    }

    private ResourceQuery finish() {
        faults.throwIfAny();
        return new ResourceQuery(
                filters,
                sort,
                new Page(pageNumber, pageSize),
                fields.isEmpty() ? SparseFieldsets.ALL : new SparseFieldsets(fields),
                List.copyOf(include.values()));
    }

    private interface ParameterReader {
        void read(String name, String value);
    }

    private void readOnce(String name, List<String> values, ParameterReader reader) {
        if (values.size() > 1) {
            faults.add(REPEATED_PARAMETER.at(
                    parameter(name), "%s is given %d times; give it once.".formatted(name, values.size())));
        } else {
            reader.read(name, values.get(0));
        }
    }

    private void readOfCollection(String name, String value) {
        var member = FAMILY_MEMBER.matcher(name);
        if (name.equals("sort")) {
            readSort(value);
        } else if (member.matches() && member.group(1).equals("filter")) {
            new FilterReader(types, type, faults)
                    .read(name, member.group(2), value)
                    .ifPresent(filters::add);
        } else if (name.equals("page[number]")) {
            pageNumber = readPageNumber(value);
        } else if (name.equals("page[size]")) {
            pageSize = readPageSize(value);
        } else if (!readShape(name, value)) {
            refuse(name, "filter[<field>], sort, page[number], page[size], fields[<type>] and include");
        }
    }

    private void readOfItem(String name, String value) {
        if (!readShape(name, value)) {
            refuse(name, "fields[<type>] and include");
        }
    }

    /** Reads a parameter that concerns the shape of the document; false when it is none. */
    private boolean readShape(String name, String value) {
        var member = FAMILY_MEMBER.matcher(name);
        if (name.equals("include")) {
            readInclude(value);
            return true;
        }
        if (member.matches() && member.group(1).equals("fields")) {
            readFields(name, member.group(2), value);
            return true;
        }
        return false;
    }

    private void refuse(String name, String allowed) {
        faults.add(UNKNOWN_PARAMETER.at(
                parameter(name), "%s is no query parameter of this URL; allowed are %s.".formatted(name, allowed)));
    }

    private int readPageNumber(String value) {
        var number = wholeNumber(value);
        if (number < 1) {
            faults.add(INVALID_PAGE.at(parameter("page[number]"), "page[number] must be an integer from 1."));
        }
        return number;
    }

    private int readPageSize(String value) {
        var size = wholeNumber(value);
        if (size < 1 || size > Page.MAX_SIZE) {
            faults.add(INVALID_PAGE.at(
                    parameter("page[size]"), "page[size] must be an integer from 1 to %d.".formatted(Page.MAX_SIZE)));
        }
        return size;
    }

    /** The number, or -1 for any other text. */
    private static int wholeNumber(String value) {
        try {
            return value.chars().allMatch(c -> c >= '0' && c <= '9') ? Integer.parseInt(value) : -1;
        } catch (NumberFormatException emptyOrTooLarge) {
            return -1;
        }
    }

    private void readSort(String value) {
        for (var key : value.split(",", -1)) {
            var descending = key.startsWith("-");
            var field = descending ? key.substring(1) : key;
            if (field.equals("id") || type.attribute(field).isPresent()) {
                sort.add(new SortKey(field, descending));
            } else {
                faults.add(UNKNOWN_SORT_FIELD.at(
                        parameter("sort"),
                        "%s cannot be sorted by \"%s\"; the sort fields are id, %s."
                                .formatted(
                                        type,
                                        field,
                                        names(type.attributes().stream().map(Attribute::name)))));
            }
        }
    }

    private void readFields(String name, String typeName, String value) {
        var restricted = types.named(typeName);
        if (restricted.isEmpty()) {
            faults.add(UNKNOWN_PARAMETER.at(
                    parameter(name), "No resource of type \"%s\" can be part of this document.".formatted(typeName)));
            return;
        }
        var shown = value.isEmpty() ? Set.<String>of() : new LinkedHashSet<>(List.of(value.split(",", -1)));
        for (var field : shown) {
            if (restricted.get().attribute(field).isEmpty()
                    && restricted.get().relationship(field).isEmpty()) {
                faults.add(UNKNOWN_FIELD.at(
                        parameter(name),
                        "%s has no field \"%s\"; its fields are %s."
                                .formatted(typeName, field, names(fieldsOf(restricted.get())))));
            }
        }
        fields.put(typeName, shown);
    }

    private static Stream<String> fieldsOf(ResourceType type) {
        return Stream.concat(
                type.attributes().stream().map(Attribute::name),
                type.relationships().stream().map(Relationship::name));
    }

    private void readInclude(String value) {
        if (value.isEmpty()) {
            return;
        }
        for (var path : value.split(",", -1)) {
            readIncludePath(List.of(path.split("\\.", -1)));
        }
    }

    private void readIncludePath(List<String> names) {
        if (names.size() > IncludePath.MAX_DEPTH) {
            refuseInclude(names, "a path has at most %d relationships".formatted(IncludePath.MAX_DEPTH));
            return;
        }
        List<Step> steps = new ArrayList<>();
        var source = type;
        for (var name : names) {
            var relationship = source.relationship(name);
            var target = relationship.flatMap(types::targetOf);
            if (target.isEmpty()) {
                refuseInclude(names, "%s can include %s".formatted(source, includable(source)));
                return;
            }
            steps.add(new Step(source, relationship.get(), target.get()));
            include.putIfAbsent(names.subList(0, steps.size()), new IncludePath(List.copyOf(steps)));
            source = target.get();
        }
    }

    private void refuseInclude(List<String> names, String remedy) {
        faults.add(UNKNOWN_INCLUDE.at(
                parameter("include"), "\"%s\" cannot be included: %s.".formatted(String.join(".", names), remedy)));
    }

    private String includable(ResourceType source) {
        var names = source.relationships().stream()
                .filter(relationship -> types.targetOf(relationship).isPresent())
                .map(Relationship::name)
                .toList();
        return names.isEmpty() ? "nothing" : String.join(", ", names);
    }

    private static String names(Stream<String> names) {
        return names.collect(Collectors.joining(", "));
    }
}
