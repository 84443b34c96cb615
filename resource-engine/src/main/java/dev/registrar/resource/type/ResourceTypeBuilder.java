package dev.registrar.resource.type;

import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType.Meta;
import dev.registrar.resource.type.ResourceType.Order;
import dev.registrar.resource.type.ResourceType.Outcome;
import dev.registrar.resource.type.ResourceType.Unfinished;
import dev.registrar.resource.type.ResourceType.UniqueKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Builds a declaration. */
public final class ResourceTypeBuilder {
    final String name;
    String table;
    final List<Attribute> attributes = new ArrayList<>();
    final List<Relationship> relationships = new ArrayList<>();
    final List<UniqueKey> uniqueKeys = new ArrayList<>();
    final Map<String, JsonApiError> constraints = new HashMap<>();
    final List<Order> orders = new ArrayList<>();
    Optional<Attribute> owner = Optional.empty();
    boolean publicData;
    boolean readByOwner;
    final List<Attribute> metaAttributes = new ArrayList<>();
    Optional<Meta> meta = Optional.empty();
    Optional<Unfinished> unfinished = Optional.empty();
    Optional<Attribute> logTime = Optional.empty();
    boolean administrative;
    Optional<Attribute> seenBy = Optional.empty();
    final List<String> internalColumns = new ArrayList<>();
    Optional<Outcome> outcome = Optional.empty();
    Optional<String> traceColumn = Optional.empty();

    ResourceTypeBuilder(String name) {
        this.name = name;
    }

    public ResourceTypeBuilder table(String schemaAndTable) {
        table = schemaAndTable;
        return this;
    }

    public ResourceTypeBuilder attribute(Attribute attribute) {
        attributes.add(attribute);
        return this;
    }

    public ResourceTypeBuilder relationship(Relationship relationship) {
        relationships.add(relationship);
        return this;
    }

    /**
     * Declares that attributes and relationships together are unique: the table has a unique index on them with
     * {@code NULLS NOT DISTINCT}.
     *
     * @param key the middle of the name of the index {@code <table>_<key>_key}
     */
    public ResourceTypeBuilder uniqueTogether(
            List<Attribute> together, List<ToOne> toOnes, String key, JsonApiError error) {
        uniqueKeys.add(new UniqueKey(key, together, toOnes, error));
        return this;
    }

    /** Declares the error for violations of another constraint of the table. */
    public ResourceTypeBuilder constraint(String constraint, JsonApiError error) {
        constraints.put(constraint, error);
        return this;
    }

    /**
     * Requires that the values of two attributes are in order.
     *
     * @param check the suffix of the name of the check constraint {@code <table>_<check>} that requires the same
     */
    public ResourceTypeBuilder inOrder(Attribute first, Attribute last, String check) {
        var order = new Order(first, last);
        orders.add(order);
        return constraint("%s_%s".formatted(ResourceType.tableWithoutSchema(table), check), order.error());
    }

    /**
     * Makes the person named by this attribute the owner of a resource.
     *
     * @throws IllegalArgumentException if it is not an identifier: only these are compared with the person of a caller
     */
    public ResourceTypeBuilder ownedBy(Attribute attribute) {
        if (!attribute.isIdentifier()) {
            throw new IllegalArgumentException("The owner of %s must be an identifier: declare %s with identifier()"
                    .formatted(name, attribute.name()));
        }
        owner = Optional.of(attribute);
        return this;
    }

    /** Like {@link #ownedBy}, but the owner only reads: callers who are not bound to a person make the changes. */
    public ResourceTypeBuilder readBy(Attribute attribute) {
        readByOwner = true;
        return ownedBy(attribute);
    }

    public ResourceTypeBuilder publicData() {
        publicData = true;
        return this;
    }

    /** Adds a member with a simple value to the {@code meta} object: what only the server knows and changes. */
    public ResourceTypeBuilder meta(Attribute member) {
        metaAttributes.add(member);
        return this;
    }

    /** Adds a member to the {@code meta} object: a {@link Meta}. */
    public ResourceTypeBuilder meta(String member, String sql, String... hidden) {
        meta = Optional.of(new Meta(member, sql, List.of(hidden), List.of()));
        return this;
    }

    /** Declares which members of the {@link Meta} are counts. */
    public ResourceTypeBuilder counts(String... members) {
        meta = meta.map(object -> new Meta(object.member(), object.sql(), object.hidden(), List.of(members)));
        return this;
    }

    /** Sends {@code Retry-After} with a resource that is being processed: an {@link Unfinished} one. */
    public ResourceTypeBuilder unfinishedWhile(Attribute attribute, String value, String sql) {
        unfinished = Optional.of(new Unfinished(attribute, value, sql));
        return this;
    }

    /**
     * Declares a log: clients only read its records, the newest first, in pages next to cursors. A number instead of a
     * time orders the records from the first to the last. The index
     * {@code <table>_<time>_idx} is on the time and the id, and those of other attributes are on the attribute, the
     * time and the id.
     *
     * @param time when a record was made; it never changes, and is declared as indexed
     */
    public ResourceTypeBuilder log(Attribute time) {
        logTime = Optional.of(time);
        return this;
    }

    public ResourceTypeBuilder forAdministrators() {
        administrative = true;
        return this;
    }

    /**
     * Shows a resource only to the caller whose identity is in a column of the table or computed, and to those with the
     * administrative scope. While there is none, nobody sees it.
     *
     * @param identity issuer and subject, one per line; not an attribute of the type
     */
    public ResourceTypeBuilder seenBy(Attribute identity) {
        seenBy = Optional.of(identity);
        return this;
    }

    /** Also reads these columns with each single resource, for the verticle's own use. */
    public ResourceTypeBuilder internal(String... columns) {
        Stream.of(columns).map("r."::concat).forEach(internalColumns::add);
        return this;
    }

    /** Also reads the value of an SQL expression over a single resource, the row {@code r}. */
    public ResourceTypeBuilder internalValue(String column, String sql) {
        internalColumns.add("%s AS %s".formatted(sql, column));
        return this;
    }

    /** Names events by the {@link Outcome} of a change instead of {@code updated}. */
    public ResourceTypeBuilder outcome(String function, String functionOfNumber, String... names) {
        outcome = Optional.of(new Outcome(function, functionOfNumber, List.of(names)));
        return this;
    }

    /**
     * Keeps the trace of the request that changed a resource last in this column. What a process of the service does
     * with the resource later, on any node, belongs to this trace.
     */
    public ResourceTypeBuilder tracedIn(String column) {
        traceColumn = Optional.of(column);
        return this;
    }

    public ResourceType build() {
        return new ResourceType(this);
    }
}
