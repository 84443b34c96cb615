package dev.registrar.resource.type;

import static dev.registrar.resource.error.ErrorCode.DUPLICATE;
import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorCode.RELATED_NOT_FOUND;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.type.Relationship.ToOne;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The declaration of a resource type: everything the engine knows about it. */
public final class ResourceType {
    private static final List<String> CHANGES = List.of("created", "updated", "deleted");

    private final ResourceTypeBuilder declared;
    private final List<Attribute> attributes;
    private final List<Relationship> relationships;
    private final Map<String, Attribute> attributesByName;
    private final Map<String, Relationship> relationshipsByName;
    private final List<String> fieldNames;
    private final List<UniqueKey> uniqueKeys;
    private final Map<String, JsonApiError> constraints;

    /**
     * A member of a resource's {@code meta} object that is itself an object: information that is not an attribute.
     *
     * @param sql a JSON expression over the columns of the table; null leaves the member out
     * @param hidden the path to what callers who are bound to a person do not see of it; empty if they see all
     * @param counts its members that are numbers for people: columns of an exported file
     */
    public record Meta(String member, String sql, List<String> hidden, List<String> counts) {
        /** The column with the JSON in a row. */
        public static final String COLUMN = "meta";

        /** The expression for callers who are bound to a person. */
        public String sqlForOwner() {
            return hidden.isEmpty() ? sql : "(%s) #- '{%s}'".formatted(sql, String.join(",", hidden));
        }

        /** The path in the {@code meta} object to what callers bound to a person do not see; empty if they see all. */
        public List<String> hiddenPath() {
            return hidden.isEmpty()
                    ? hidden
                    : Stream.concat(Stream.of(member), hidden.stream()).toList();
        }
    }

    /**
     * The value of an attribute while the server is still processing the resource.
     *
     * @param sql after how many seconds a client should read the resource again: an integer expression over the columns
     *     of the table; null if nothing will change without a request
     */
    public record Unfinished(Attribute attribute, String value, String sql) {
        /** The column with that number in the row of a single resource. */
        public static final String RETRY_AFTER = "seconds_to_retry_after";
    }

    /**
     * How a change ends when it is more than an update.
     *
     * @param function an SQL function of a row of the table that returns one of the names, or null for an update
     * @param functionOfNumber an SQL function of a row that returns a number: a later outcome has another one, whatever
     *     its name
     */
    public record Outcome(String function, String functionOfNumber, List<String> names) {}

    /** Two dates, which may be the same, or two times, which must differ, that are in order where both are set. */
    public record Order(Attribute first, Attribute last) {

        /** Whether two values of these attributes are in order; a value of the wrong kind is another error. */
        public boolean isKept(Object firstValue, Object lastValue) {
            if (firstValue instanceof OffsetDateTime opens && lastValue instanceof OffsetDateTime closes) {
                return opens.isBefore(closes);
            }
            return !(firstValue instanceof LocalDate start
                    && lastValue instanceof LocalDate end
                    && end.isBefore(start));
        }

        public JsonApiError error() {
            return INVALID_VALUE.at(
                    pointer("data", "attributes", last.name()),
                    (last.kind() == AttributeKind.TIME
                                    ? "The %s must be after the %s."
                                    : "The %s must not be before the %s.")
                            .formatted(last.label(), first.label()));
        }
    }

    /**
     * Attributes and relationships that no two resources of a type have in common. The table has a unique index on
     * their columns.
     *
     * @param name the middle of the name of the index {@code <table>_<name>_key}
     * @param error the error for a second resource
     */
    public record UniqueKey(String name, List<Attribute> attributes, List<ToOne> toOnes, JsonApiError error) {

        /** The key that consists of a unique attribute of this type. */
        private static UniqueKey of(String type, Attribute unique) {
            var error = DUPLICATE.at(
                    pointer("data", "attributes", unique.name()),
                    "Another one of the %s already has this %s%s; choose a different one."
                            .formatted(
                                    Attribute.label(type),
                                    unique.label(),
                                    unique.isIdentifier() ? ", perhaps in other letter case" : ""));
            return new UniqueKey(unique.name(), List.of(unique), List.of(), error);
        }
    }

    ResourceType(ResourceTypeBuilder declared) {
        this.declared = declared;
        attributes = List.copyOf(declared.attributes);
        relationships = List.copyOf(declared.relationships);
        attributesByName =
                attributes.stream().collect(Collectors.toUnmodifiableMap(Attribute::name, Function.identity()));
        relationshipsByName =
                relationships.stream().collect(Collectors.toUnmodifiableMap(Relationship::name, Function.identity()));
        fieldNames = Stream.concat(
                        attributes.stream().map(Attribute::name),
                        relationships.stream().map(Relationship::name))
                .toList();
        uniqueKeys = Stream.concat(
                        attributes.stream()
                                .filter(Attribute::isUnique)
                                .map(attribute -> UniqueKey.of(declared.name, attribute)),
                        declared.uniqueKeys.stream())
                .toList();
        constraints = constraints();
    }

    private Map<String, JsonApiError> constraints() {
        Map<String, JsonApiError> all = new HashMap<>(declared.constraints);
        uniqueKeys.forEach(key -> all.put("%s_%s_key".formatted(tableWithoutSchema(), key.name()), key.error()));
        toOnes().forEach(toOne ->
                all.put("%s_%s_fkey".formatted(tableWithoutSchema(), toOne.column()), relatedNotFound(toOne)));
        return Map.copyOf(all);
    }

    public static ResourceTypeBuilder named(String name) {
        return new ResourceTypeBuilder(name);
    }

    /** The {@code type} member of its resource objects, and the first path segment of its URLs. */
    public String name() {
        return declared.name;
    }

    /** The schema-qualified table of its resources; the key column is {@code id}. */
    public String table() {
        return declared.table;
    }

    public String schema() {
        return declared.table.substring(0, declared.table.indexOf('.'));
    }

    public String tableWithoutSchema() {
        return tableWithoutSchema(declared.table);
    }

    static String tableWithoutSchema(String table) {
        return table.substring(table.indexOf('.') + 1);
    }

    /** Its attributes, in the order of a resource object. */
    public List<Attribute> attributes() {
        return attributes;
    }

    public List<Relationship> relationships() {
        return relationships;
    }

    public List<String> relationshipNames() {
        return relationships.stream().map(Relationship::name).toList();
    }

    public Optional<Attribute> attribute(String attributeName) {
        return Optional.ofNullable(attributesByName.get(attributeName));
    }

    public Optional<Relationship> relationship(String relationshipName) {
        return Optional.ofNullable(relationshipsByName.get(relationshipName));
    }

    public List<String> fieldNames() {
        return fieldNames;
    }

    /** The attributes that {@code filter[search]} searches; none where the type does not support it. */
    public List<Attribute> searchable() {
        return attributes.stream().filter(Attribute::isSearchable).toList();
    }

    /** The attributes, and the members of {@code meta} objects, by which clients may filter. */
    public Stream<Attribute> filterable() {
        return Stream.concat(attributes.stream(), metaAttributes().stream()).filter(Attribute::isFilterable);
    }

    public Stream<Attribute> attributesForClients() {
        return attributes.stream().filter(attribute -> !attribute.isSetByServer());
    }

    public Stream<ToOne> toOnes() {
        return relationships.stream().filter(ToOne.class::isInstance).map(ToOne.class::cast);
    }

    /** The error for a change that violates the database constraint of this name. */
    public Optional<JsonApiError> errorFor(String constraint) {
        return Optional.ofNullable(constraints.get(constraint));
    }

    public List<UniqueKey> uniqueKeys() {
        return uniqueKeys;
    }

    /** Tells people that a resource of this type does not exist. */
    public static String nothingAmong(String type) {
        return "There is nothing with this id among the %s; it may have been deleted.".formatted(Attribute.label(type));
    }

    public JsonApiError relatedNotFound(ToOne relationship) {
        return RELATED_NOT_FOUND.at(
                pointer("data", "relationships", relationship.name(), "data", "id"),
                nothingAmong(relationship.target()));
    }

    /** Whether callers bound to a person have read-only access: to everything, or to what belongs to that person. */
    public boolean isOnlyReadByPeople() {
        return declared.publicData || declared.readByOwner;
    }

    /** The attribute that names the owner of a resource; empty for types without owners. */
    public Optional<Attribute> owner() {
        return declared.owner;
    }

    public Optional<Meta> meta() {
        return declared.meta;
    }

    /** The members of {@code meta} objects that have simple values; they come before those of {@link #meta}. */
    public List<Attribute> metaAttributes() {
        return declared.metaAttributes;
    }

    /** The columns that a file has of the {@code meta} object: its members with simple values, and counts. */
    public List<String> metaColumns() {
        var counts = meta().stream().flatMap(meta -> meta.counts().stream().map((meta.member() + ".")::concat));
        return Stream.concat(metaAttributes().stream().map(Attribute::name), counts)
                .toList();
    }

    public Optional<Unfinished> unfinished() {
        return declared.unfinished;
    }

    public List<Order> orders() {
        return declared.orders;
    }

    public Optional<Outcome> outcome() {
        return declared.outcome;
    }

    /** The column with the trace of the last change; empty for types whose processes end with the request. */
    public Optional<String> traceColumn() {
        return declared.traceColumn;
    }

    /** The last part of the type of an event, for every kind of change. */
    public List<String> changes() {
        return Stream.concat(CHANGES.stream(), outcome().stream().flatMap(ending -> ending.names().stream()))
                .toList();
    }

    /** When a record of a log was made; empty for types that are not a log. */
    public Optional<Attribute> logTime() {
        return declared.logTime;
    }

    /** Whether clients only read the resources: the records of a log. */
    public boolean isReadOnly() {
        return declared.logTime.isPresent();
    }

    /**
     * What clients may sort by: all attributes and the indexed members of {@code meta} objects, but a log only has the
     * order of time.
     */
    public Stream<Attribute> sortable() {
        return isReadOnly()
                ? declared.logTime.stream()
                : Stream.concat(attributes.stream(), metaAttributes().stream().filter(Attribute::isIndexed));
    }

    /** Whether only callers with the administrative scope may read the resources. */
    public boolean isForAdministrators() {
        return declared.administrative;
    }

    /** What names the only caller, beside administrators, who sees a resource; empty for types without such a caller. */
    public Optional<Attribute> seenBy() {
        return declared.seenBy;
    }

    /** What the verticle selects with each single resource for its own use, and no document shows. */
    public List<String> internalColumns() {
        return declared.internalColumns;
    }

    @Override
    public String toString() {
        return declared.name;
    }
}
