package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.REPEATED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.TOO_MANY_VALUES;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_INCLUDE;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_PARAMETER;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.query.Filter.ByRelated;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the query parameters of one request. Use each reader only once. Its methods throw a
 * {@link dev.registrar.resource.error.JsonApiException} with every error in the query.
 *
 * <p>JSON:API 1.0, "Query Parameters", requires 400 for an unknown parameter. A repeated parameter is an error too, so
 * that no mistake goes unnoticed.
 */
public final class QueryReader {
    private static final Pattern FILTER = Pattern.compile("filter\\[([^\\[\\]]+)]");
    private static final Pattern FIELDS = Pattern.compile("fields\\[([^\\[\\]]+)]");

    /** The parameters of a document, and of a collection, as errors name them. */
    private static final List<String> OF_DOCUMENT = List.of("fields[<type>]", Inclusion.PARAMETER);

    private static final List<String> OF_COLLECTION = List.of(
            "filter[<field>]",
            SortOrder.PARAMETER,
            "page[number]",
            "page[size]",
            "page[after]",
            "page[before]",
            "fields[<type>]",
            Inclusion.PARAMETER);

    private static final List<String> OF_EXPORT =
            OF_COLLECTION.stream().filter(name -> !name.startsWith("page[")).toList();

    private final ResourceTypes types;
    private final ResourceType type;
    private final ErrorCollector errors = new ErrorCollector();

    private final List<Filter> filters = new ArrayList<>();
    private final Map<Relationship, ByRelated> filtersByRelated = new LinkedHashMap<>();
    private final PageReader page = new PageReader(errors);
    private final SparseFieldsets.Reader fields;
    private final Inclusion.Reader include;
    private final boolean ofColumns;
    private SortOrder order;
    private int filtersGiven;
    private boolean isForSpreadsheet;

    /** Creates a reader for resources of this type; include paths may lead to the other types. */
    public QueryReader(ResourceTypes types, ResourceType type) {
        this(types, type, false);
    }

    /** Like the other one, for a file that has columns, or that has none. */
    public QueryReader(ResourceTypes types, ResourceType type, boolean ofColumns) {
        this.types = types;
        this.type = type;
        this.ofColumns = ofColumns;
        order = SortOrder.defaultOf(type);
        fields = new SparseFieldsets.Reader(types, errors, ofColumns);
        include = new Inclusion.Reader(types, type, errors);
    }

    /** Reads the query of a collection; every parameter is allowed. */
    public ResourceQuery ofCollection(Map<String, List<String>> parameters) {
        readOnce(parameters, errors, this::readOfCollection);
        return finish();
    }

    /** Reads the query of an export: that of a collection without pages. A file without columns includes nothing. */
    public ExportQuery ofExport(Map<String, List<String>> parameters) {
        readOnce(parameters, errors, this::readOfExport);
        include.requireToOnes();
        return new ExportQuery(finish(), isForSpreadsheet);
    }

    /** Reads the query of one resource; only {@code fields} and {@code include} are allowed. */
    public ResourceQuery ofItem(Map<String, List<String>> parameters) {
        readOnce(parameters, errors, this::readOfItem);
        return finish();
    }

    /**
     * Reads the query of a change, which applies to its response like that of one resource. Resources of other
     * verticles cannot be included: that request could fail after the change was made.
     */
    public ResourceQuery ofChange(Map<String, List<String>> parameters) {
        var query = ofItem(parameters);
        for (var include : query.inclusion().remote()) {
            errors.add(UNKNOWN_INCLUDE.at(
                    parameter(Inclusion.PARAMETER),
                    "\"%s\" cannot be included in the response to a change; read the resource afterwards."
                            .formatted(include.relationship().name())));
        }
        errors.throwIfAny();
        return query;
    }

    public static void requireNone(Map<String, List<String>> parameters) {
        var errors = new ErrorCollector();
        parameters
                .keySet()
                .forEach(name -> errors.add(UNKNOWN_PARAMETER.at(
                        parameter(name),
                        "%s is not allowed; this request has no query parameters.".formatted(Excerpt.of(name)))));
        errors.throwIfAny();
    }

    /**
     * Reads the query of a URL that has only these parameters, each sent at most once: the values of those that are
     * sent.
     */
    public static Map<String, String> readOnly(
            List<String> allowed, Map<String, List<String>> parameters, ErrorCollector errors) {
        Map<String, String> values = new HashMap<>();
        readOnce(parameters, errors, (name, value) -> {
            if (!allowed.contains(name)) {
                return reject(errors, name, allowed, Stream.of());
            }
            values.put(name, value);
            return true;
        });
        return values;
    }

    /**
     * Reads a comma-separated list of names; white space around them is ignored. If there are more than the limit, adds
     * an error and returns none.
     */
    static List<String> readNames(String parameter, String value, int limit, ErrorCollector errors) {
        var names = List.of(value.split(",", limit + 1));
        if (names.size() <= limit) {
            return names.stream().map(String::strip).toList();
        }
        errors.add(TOO_MANY_VALUES.at(
                parameter(parameter), "%s can have at most %s values.".formatted(Excerpt.of(parameter), limit)));
        return List.of();
    }

    private ResourceQuery finish() {
        var inclusion = include.finish(fields.remote());
        if (inclusion.remote().isEmpty()) {
            fields.rejectRemote();
        }
        filters.addAll(filtersByRelated.values());
        var query = new ResourceQuery(filters, order, page.finish(type, order), fields.finish(), inclusion);
        errors.throwIfAny();
        return query;
    }

    /** Reads each parameter; the reader returns false, and adds an error, for an unknown one. */
    private static void readOnce(
            Map<String, List<String>> parameters, ErrorCollector errors, BiPredicate<String, String> reader) {
        parameters.forEach((name, values) -> {
            if (reader.test(name, values.get(0)) && values.size() > 1) {
                errors.add(REPEATED_PARAMETER.at(
                        parameter(name),
                        "%s is given %s times; send it once%s."
                                .formatted(
                                        Excerpt.of(name),
                                        values.size(),
                                        takesOneValue(name) ? "" : ", with all its values separated by commas")));
            }
        });
    }

    private static boolean takesOneValue(String name) {
        return name.startsWith("page[")
                || name.equals("filter[search]")
                || name.endsWith(".search]")
                || name.endsWith(".isnull]");
    }

    private boolean readOfCollection(String name, String value) {
        return readSelection(name, value)
                || page.read(name, value)
                || readShape(name, value)
                || reject(errors, name, OF_COLLECTION, filtersByAttributes());
    }

    /** Reads a parameter that selects resources, or their order; returns false for any other parameter. */
    private boolean readSelection(String name, String value) {
        var filter = FILTER.matcher(name);
        if (name.equals(SortOrder.PARAMETER)) {
            order = SortOrder.read(value, type, errors);
            return true;
        }
        if (filter.matches()) {
            readFilter(name, filter.group(1), value);
            return true;
        }
        return false;
    }

    private boolean readOfExport(String name, String value) {
        if (name.startsWith("page[")) {
            errors.add(UNKNOWN_PARAMETER.at(
                    parameter(name), "An export has no pages, but all resources that match the filters."));
            return true;
        }
        if (!ofColumns && (name.equals(Inclusion.PARAMETER) || name.equals(ExportQuery.FOR_SPREADSHEET))) {
            errors.add(UNKNOWN_PARAMETER.at(
                    parameter(name), "This format has no columns; use Accept: text/csv with %s.".formatted(name)));
            return true;
        }
        if (name.equals(ExportQuery.FOR_SPREADSHEET)) {
            readForSpreadsheet(value);
            return true;
        }
        return readSelection(name, value)
                || readShape(name, value)
                || reject(
                        errors,
                        name,
                        OF_EXPORT,
                        Stream.concat(Stream.of(ExportQuery.FOR_SPREADSHEET), filtersByAttributes()));
    }

    private void readForSpreadsheet(String value) {
        isForSpreadsheet = value.equals("true");
        if (!isForSpreadsheet && !value.equals("false")) {
            errors.add(MALFORMED_PARAMETER.at(
                    parameter(ExportQuery.FOR_SPREADSHEET), "This must be true or false, the default."));
        }
    }

    private void readFilter(String name, String path, String value) {
        filtersGiven++;
        if (filtersGiven > ResourceQuery.MAX_FILTERS) {
            errors.add(TOO_MANY_VALUES.at(
                    parameter(name), "A query can have at most %s filters.".formatted(ResourceQuery.MAX_FILTERS)));
        } else {
            new FilterReader(types, type, new FilterValues(name, value, errors))
                    .read(path)
                    .ifPresent(this::add);
        }
    }

    /** All filters over one relationship are conditions on the same related resource. */
    private void add(Filter filter) {
        if (filter instanceof ByRelated byRelated) {
            filtersByRelated.merge(byRelated.relationship(), byRelated, ByRelated::and);
        } else {
            filters.add(filter);
        }
    }

    private boolean readOfItem(String name, String value) {
        return readShape(name, value) || reject(errors, name, OF_DOCUMENT, Stream.of());
    }

    /** Reads a parameter that selects the content of the document; returns false for any other parameter. */
    private boolean readShape(String name, String value) {
        var member = FIELDS.matcher(name);
        if (name.equals(Inclusion.PARAMETER)) {
            include.read(value);
            return true;
        }
        if (member.matches()) {
            fields.read(name, member.group(1), value);
            return true;
        }
        return false;
    }

    private Stream<String> filtersByAttributes() {
        return type.filterable().map(attribute -> "filter[%s]".formatted(attribute.name()));
    }

    /**
     * Adds the error for an unknown parameter, which may be a misspelling of an allowed one or of these others; returns
     * false.
     */
    private static boolean reject(ErrorCollector errors, String name, List<String> allowed, Stream<String> more) {
        var member = Matcher.quoteReplacement(name.substring(name.contains("[") ? name.indexOf('[') : name.length()));
        var known = Stream.concat(allowed.stream(), more)
                .map(parameter -> member.isEmpty() ? parameter : parameter.replaceFirst("\\[<.*>]", member))
                .filter(parameter -> !parameter.equals(name))
                .toList();
        errors.add(UNKNOWN_PARAMETER.at(
                parameter(name),
                "%s is not a query parameter of this URL; %s"
                        .formatted(
                                name.isEmpty() ? "An empty name" : Excerpt.of(name),
                                Misspelling.remedy(
                                        Misspelling.of(name, known).map(Excerpt::of),
                                        "allowed are %s.".formatted(String.join(", ", allowed))))));
        return false;
    }
}
