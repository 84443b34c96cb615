package dev.registrar.resource.type;

import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One attribute of a resource type, stored in a column of the same name.
 *
 * @param limit the most characters of a text (Unicode code points), or 0 where the kind has no such limit
 * @param minimum the least value of an integer
 * @param allowedValues the values of an enumeration; empty where any value is allowed
 * @param serverValue present when the server sets this attribute and ignores what clients send
 */
public record Attribute(
        String name,
        AttributeKind kind,
        int limit,
        int minimum,
        List<String> allowedValues,
        Set<Trait> traits,
        Optional<ServerValue> serverValue) {

    enum Trait {
        REQUIRED,
        NULLABLE,
        UNIQUE,
        IDENTIFIER,
        FILTERABLE,
        INDEXED,
        SEARCHABLE
    }

    public static Attribute text(String name) {
        return of(name, AttributeKind.TEXT);
    }

    public static Attribute integer(String name) {
        return of(name, AttributeKind.INTEGER);
    }

    public static Attribute bool(String name) {
        return of(name, AttributeKind.BOOLEAN);
    }

    public static Attribute date(String name) {
        return of(name, AttributeKind.DATE);
    }

    private static Attribute of(String name, AttributeKind kind) {
        return new Attribute(name, kind, 0, Integer.MIN_VALUE, List.of(), Set.of(), Optional.empty());
    }

    /** A create request must name it, and a text must not be blank. */
    public Attribute required() {
        return with(Trait.REQUIRED);
    }

    public Attribute nullable() {
        return with(Trait.NULLABLE);
    }

    /**
     * People tell things apart by it: it has no character that does not show, and differs from another one by more than the
     * case of its letters. Where it is unique, alone or with others, the unique index is on {@code lower(upper(<name>))}.
     */
    public Attribute identifier() {
        return with(Trait.IDENTIFIER);
    }

    /** No two resources have the same value: the table has a unique index named {@code <table>_<name>_key}. */
    public Attribute unique() {
        return with(Trait.UNIQUE);
    }

    /** Clients may select by it: {@code filter[<name>]}. */
    public Attribute filterable() {
        return with(Trait.FILTERABLE);
    }

    /** The table has an index that begins with it and goes on with the id: filters and sort keys by it are quick. */
    public Attribute indexed() {
        return with(Trait.INDEXED);
    }

    /** {@code filter[search]} looks into it. */
    public Attribute searchable() {
        return with(Trait.SEARCHABLE);
    }

    public Attribute upTo(int characters) {
        return new Attribute(name, kind, characters, minimum, allowedValues, traits, serverValue);
    }

    public Attribute atLeast(int least) {
        return new Attribute(name, kind, limit, least, allowedValues, traits, serverValue);
    }

    public Attribute oneOf(String... values) {
        return new Attribute(name, kind, limit, minimum, List.of(values), traits, serverValue);
    }

    public Attribute setByServer(ServerValue value) {
        return new Attribute(name, kind, limit, minimum, allowedValues, traits, Optional.of(value));
    }

    private Attribute with(Trait trait) {
        var more = traits.isEmpty() ? EnumSet.noneOf(Trait.class) : EnumSet.copyOf(traits);
        more.add(trait);
        return new Attribute(name, kind, limit, minimum, allowedValues, more, serverValue);
    }

    public boolean isRequired() {
        return traits.contains(Trait.REQUIRED);
    }

    public boolean isNullable() {
        return traits.contains(Trait.NULLABLE);
    }

    public boolean isUnique() {
        return traits.contains(Trait.UNIQUE);
    }

    public boolean isIdentifier() {
        return traits.contains(Trait.IDENTIFIER);
    }

    public boolean isFilterable() {
        return traits.contains(Trait.FILTERABLE);
    }

    public boolean isIndexed() {
        return traits.contains(Trait.INDEXED);
    }

    boolean isSearchable() {
        return traits.contains(Trait.SEARCHABLE);
    }

    public boolean isSetByServer() {
        return serverValue.isPresent();
    }

    /** What values it has, for the remedy in an error: "one of requested, pending, confirmed", "true or false". */
    public String description() {
        return allowedValues.isEmpty() ? kind.description() : "one of " + String.join(", ", allowedValues);
    }

    /** How many characters a value may have when it is written as a text. */
    public int longestText() {
        return switch (kind) {
            case TEXT -> allowedValues.stream().mapToInt(String::length).max().orElse(limit);
            case INTEGER -> Integer.toString(Integer.MIN_VALUE).length();
            case BOOLEAN -> Boolean.toString(false).length();
            case DATE -> LocalDate.MIN.toString().length();
        };
    }

    /** The value that a create request gives by not naming this attribute. */
    public Object unset() {
        return isNullable() ? null : kind.unset();
    }
}
