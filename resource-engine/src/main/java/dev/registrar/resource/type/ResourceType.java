package dev.registrar.resource.type;

import static dev.registrar.resource.error.ErrorCode.RELATED_NOT_FOUND;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.type.Relationship.ToOne;
import java.util.ArrayList;
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

    private final String name;
    private final String table;
    private final Map<String, Attribute> attributesByName;
    private final Map<String, Relationship> relationshipsByName;
    private final List<Attribute> attributes;
    private final List<Relationship> relationships;
    private final List<UniqueKey> uniqueKeys;
    private final Map<String, JsonApiError> constraints;
    private final List<Order> orders;
    private final Optional<Attribute> owner;
    private final Optional<Meta> meta;
    private final Optional<Unfinished> unfinished;
    private final List<String> internalColumns;
    private final Optional<Outcome> outcome;

    /**
     * A member of a resource's {@code meta} object: information about the resource that is not an attribute.
     *
     * @param sql a JSON expression over the columns of the table; null leaves the member out
     */
    public record Meta(String member, String sql) {}

    /**
     * The value of an attribute while the server is still processing the resource.
     *
     * @param retryAfterSeconds after how many seconds a client should read the resource again
     */
    public record Unfinished(Attribute attribute, String value, int retryAfterSeconds) {}

    /**
     * How a change ends when it is more than an update.
     *
     * @param function an SQL function of a row of the table that returns one of the names, or null for an update
     */
    public record Outcome(String function, List<String> names) {}

    private ResourceType(Builder builder) {
        name = builder.name;
        table = builder.table;
        attributes = List.copyOf(builder.attributes);
        relationships = List.copyOf(builder.relationships);
        attributesByName =
                attributes.stream().collect(Collectors.toUnmodifiableMap(Attribute::name, Function.identity()));
        relationshipsByName =
                relationships.stream().collect(Collectors.toUnmodifiableMap(Relationship::name, Function.identity()));
        uniqueKeys = Stream.concat(
                        attributes.stream().filter(Attribute::isUnique).map(attribute -> UniqueKey.of(name, attribute)),
                        builder.uniqueKeys.stream())
                .toList();
        constraints = constraints(builder.constraints);
        orders = List.copyOf(builder.orders);
        owner = builder.owner;
        meta = builder.meta;
        unfinished = builder.unfinished;
        internalColumns = List.copyOf(builder.internalColumns);
        outcome = builder.outcome;
    }

    private Map<String, JsonApiError> constraints(Map<String, JsonApiError> declared) {
        Map<String, JsonApiError> all = new HashMap<>(declared);
        uniqueKeys.forEach(key -> all.put(key.constraint(tableWithoutSchema()), key.error()));
        toOnes().forEach(toOne ->
                all.put("%s_%s_fkey".formatted(tableWithoutSchema(), toOne.column()), relatedNotFound(toOne)));
        return Map.copyOf(all);
    }

    public static Builder named(String name) {
        return new Builder(name);
    }

    /** The {@code type} member of its resource objects, and the first path segment of its URLs. */
    public String name() {
        return name;
    }

    /** The schema-qualified table of its resources; the key column is {@code id}. */
    public String table() {
        return table;
    }

    /** The name of the schema of its table. */
    public String schema() {
        return table.substring(0, table.indexOf('.'));
    }

    /** The name of its table within the schema. */
    public String tableWithoutSchema() {
        return tableWithoutSchema(table);
    }

    private static String tableWithoutSchema(String table) {
        return table.substring(table.indexOf('.') + 1);
    }

    /** Its attributes, in the order of a resource object. */
    public List<Attribute> attributes() {
        return attributes;
    }

    public List<Relationship> relationships() {
        return relationships;
    }

    public Optional<Attribute> attribute(String attributeName) {
        return Optional.ofNullable(attributesByName.get(attributeName));
    }

    public Optional<Relationship> relationship(String relationshipName) {
        return Optional.ofNullable(relationshipsByName.get(relationshipName));
    }

    /** The attributes that {@code filter[search]} searches; none where the type does not support it. */
    public List<Attribute> searchable() {
        return attributes.stream().filter(Attribute::isSearchable).toList();
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

    /** What no two resources have in common. */
    public List<UniqueKey> uniqueKeys() {
        return uniqueKeys;
    }

    /** The error when the related resource does not exist. */
    public JsonApiError relatedNotFound(ToOne relationship) {
        return RELATED_NOT_FOUND.at(
                pointer("data", "relationships", relationship.name(), "data", "id"),
                "There is no resource of type %s with this id; create it first.".formatted(relationship.target()));
    }

    /** The attribute that names the owner of a resource; empty for types without owners. */
    public Optional<Attribute> owner() {
        return owner;
    }

    public Optional<Meta> meta() {
        return meta;
    }

    public Optional<Unfinished> unfinished() {
        return unfinished;
    }

    public List<Order> orders() {
        return orders;
    }

    public Optional<Outcome> outcome() {
        return outcome;
    }

    /** The last part of the type of an event, for every kind of change. */
    public List<String> changes() {
        return Stream.concat(CHANGES.stream(), outcome.stream().flatMap(declared -> declared.names().stream()))
                .toList();
    }

    /** Columns that the verticle reads with each single resource for its own use, and that no document shows. */
    public List<String> internalColumns() {
        return internalColumns;
    }

    @Override
    public String toString() {
        return name;
    }

    /** Builds a declaration. */
    public static final class Builder {
        private final String name;
        private String table;
        private final List<Attribute> attributes = new ArrayList<>();
        private final List<Relationship> relationships = new ArrayList<>();
        private final List<UniqueKey> uniqueKeys = new ArrayList<>();
        private final Map<String, JsonApiError> constraints = new HashMap<>();
        private final List<Order> orders = new ArrayList<>();
        private Optional<Attribute> owner = Optional.empty();
        private Optional<Meta> meta = Optional.empty();
        private Optional<Unfinished> unfinished = Optional.empty();
        private List<String> internalColumns = List.of();
        private Optional<Outcome> outcome = Optional.empty();

        private Builder(String name) {
            this.name = name;
        }

        public Builder table(String schemaAndTable) {
            table = schemaAndTable;
            return this;
        }

        public Builder attribute(Attribute attribute) {
            attributes.add(attribute);
            return this;
        }

        public Builder relationship(Relationship relationship) {
            relationships.add(relationship);
            return this;
        }

        /**
         * Declares that an attribute and a relationship together are unique: the table has a unique index named
         * {@code <table>_<attribute>_<column of the relationship>_key}.
         */
        public Builder uniqueTogether(Attribute attribute, ToOne toOne, JsonApiError error) {
            uniqueKeys.add(new UniqueKey(List.of(attribute), List.of(toOne), error));
            return this;
        }

        /** Declares the error for violations of another constraint of the table. */
        public Builder constraint(String constraint, JsonApiError error) {
            constraints.put(constraint, error);
            return this;
        }

        /**
         * Requires that the values of two attributes are in order.
         *
         * @param check the suffix of the name of the check constraint {@code <table>_<check>} that requires the same
         */
        public Builder inOrder(Attribute first, Attribute last, String check) {
            var order = new Order(first, last);
            orders.add(order);
            return constraint("%s_%s".formatted(tableWithoutSchema(table), check), order.error());
        }

        /** Makes the person named by this attribute the owner of a resource. */
        public Builder ownedBy(Attribute attribute) {
            owner = Optional.of(attribute);
            return this;
        }

        /** Adds this member to the {@code meta} object, with the value of an SQL expression, which is JSON or null. */
        public Builder meta(String member, String sql) {
            meta = Optional.of(new Meta(member, sql));
            return this;
        }

        /** Sends {@code Retry-After} with a resource while the attribute has this value. */
        public Builder unfinishedWhile(Attribute attribute, String value, int retryAfterSeconds) {
            unfinished = Optional.of(new Unfinished(attribute, value, retryAfterSeconds));
            return this;
        }

        /** Also reads these columns with each single resource, for the verticle's own use. */
        public Builder internal(String... columns) {
            internalColumns = List.of(columns);
            return this;
        }

        /**
         * Names events by the outcome of a change instead of {@code updated}.
         *
         * @param sqlFunction a function of a row of the table that returns one of the names, or null for an update
         */
        public Builder outcome(String sqlFunction, String... names) {
            outcome = Optional.of(new Outcome(sqlFunction, List.of(names)));
            return this;
        }

        public ResourceType build() {
            return new ResourceType(this);
        }
    }
}
