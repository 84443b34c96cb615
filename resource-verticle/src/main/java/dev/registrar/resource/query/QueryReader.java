package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.REPEATED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_FIELD;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_INCLUDE;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_SORT_FIELD;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.Faults;
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
    private static final Pattern FILTER = Pattern.compile("filter\\[([^\\[\\]]+)]");
    private static final Pattern FIELDS = Pattern.compile("fields\\[([^\\[\\]]+)]");

    private final ResourceTypes types;
    private final ResourceType type;
    private final Faults faults = new Faults();

    private final List<Filter> filters = new ArrayList<>();
    private final List<SortKey> sort = new ArrayList<>();
    private final Map<String, Set<String>> fields = new HashMap<>();
    private final Map<String, List<String>> fieldsElsewhere = new LinkedHashMap<>();
    private final PageReader page = new PageReader(faults);
    private final IncludeReader include;

    /** Reads a query for resources of this type, whose includes may lead to the other types. */
    public QueryReader(ResourceTypes types, ResourceType type) {
        this.types = types;
        this.type = type;
        include = new IncludeReader(types, type, faults);
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
     * The query of a change, which shapes its answer as that of one resource. Nothing is included that another verticle
     * stores: it might refuse, or be away, when the change is done already.
     *
     * @throws dev.registrar.resource.error.JsonApiException with every fault of the query
     */
    public ResourceQuery ofChange(Map<String, List<String>> parameters) {
        var query = ofItem(parameters);
        for (var path : query.inclusion().elsewhere()) {
            faults.add(UNKNOWN_INCLUDE.at(
                    parameter("include"),
                    "\"%s\" cannot be included in the answer of a change; read the resource afterwards."
                            .formatted(path.path().lastStep().relationship().name())));
        }
        faults.throwIfAny();
        return query;
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
        var order = SortOrder.of(sort);
        var inclusion = include.finish(fieldsElsewhere);
        if (inclusion.elsewhere().isEmpty()) {
            fieldsElsewhere.keySet().forEach(this::refuseFieldsElsewhere);
        }
        var query = new ResourceQuery(
                filters,
                order,
                page.finish(order),
                fields.isEmpty() ? SparseFieldsets.ALL : new SparseFieldsets(fields),
                inclusion);
        faults.throwIfAny();
        return query;
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
        var filter = FILTER.matcher(name);
        if (name.equals("sort")) {
            readSort(value);
        } else if (filter.matches()) {
            new FilterReader(types, type, faults)
                    .read(name, filter.group(1), value)
                    .ifPresent(filters::add);
        } else if (!page.read(name, value) && !readShape(name, value)) {
            refuse(
                    name,
                    "filter[<field>], sort, page[number], page[size], page[after], page[before], fields[<type>] and"
                            + " include");
        }
    }

    private void readOfItem(String name, String value) {
        if (!readShape(name, value)) {
            refuse(name, "fields[<type>] and include");
        }
    }

    /** Reads a parameter that concerns the shape of the document; false when it is none. */
    private boolean readShape(String name, String value) {
        var member = FIELDS.matcher(name);
        if (name.equals("include")) {
            include.read(value);
            return true;
        }
        if (member.matches()) {
            readFields(name, member.group(1), value);
            return true;
        }
        return false;
    }

    private void refuse(String name, String allowed) {
        faults.add(UNKNOWN_PARAMETER.at(
                parameter(name), "%s is no query parameter of this URL; allowed are %s.".formatted(name, allowed)));
    }

    private void readSort(String value) {
        for (var key : value.split(",", -1)) {
            var descending = key.startsWith("-");
            var field = descending ? key.substring(1) : key;
            var attribute = type.attribute(field);
            if (field.equals(SortKey.ID) || attribute.isPresent()) {
                sort.add(new SortKey(attribute, descending));
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
            fieldsElsewhere.put(name, List.of(value));
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

    private void refuseFieldsElsewhere(String name) {
        faults.add(UNKNOWN_PARAMETER.at(
                parameter(name),
                "%s concerns no type that this document holds; include its resources first.".formatted(name)));
    }

    private static Stream<String> fieldsOf(ResourceType type) {
        return Stream.concat(
                type.attributes().stream().map(Attribute::name),
                type.relationships().stream().map(Relationship::name));
    }

    private static String names(Stream<String> names) {
        return names.collect(Collectors.joining(", "));
    }
}
