package dev.registrar.resource.type;

import com.fasterxml.jackson.core.io.SerializedString;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One attribute of a resource type, or a member of its {@code meta} objects, stored in a column of the same name unless
 * it is computed.
 *
 * @param member the name of the attribute and its column, encoded once for all documents
 * @param limit the maximum length of a text in characters (Unicode code points); 0 for kinds that have no length
 * @param minimum the smallest value of an integer
 * @param choices the values of an enumeration; none where any value is allowed
 * @param serverValue what the server sets this attribute to, ignoring what clients send; empty when clients set it
 * @param function the SQL function of a row that computes it; empty if it is stored
 */
public record Attribute(
        SerializedString member,
        AttributeKind kind,
        int limit,
        int minimum,
        Choices choices,
        Set<Trait> traits,
        Optional<ServerValue> serverValue,
        Optional<String> function) {

    private static final int NANOSECONDS = ".123456789".length();
    private static final int UUID_LENGTH = 36;

    /**
     * The values of an enumeration.
     *
     * @param setByServer those that clients cannot choose, only send back
     * @param hint a sentence, without a full stop, on what clients do instead of choosing these
     */
    record Choices(List<String> all, List<String> setByServer, String hint) {
        private static final Choices NONE = new Choices(List.of(), List.of(), "");

        private List<String> ofClient() {
            return all.stream().filter(value -> !setByServer.contains(value)).toList();
        }
    }

    /** What the server sets an attribute to at every change of the resource. */
    public enum ServerValue {
        CALLER_NAME,
        /** The current date in UTC, by the database's clock. */
        CURRENT_DATE
    }

    enum Trait {
        REQUIRED,
        NULLABLE,
        NULL_ONLY_IF_GIVEN,
        UNIQUE,
        CODE,
        IDENTIFIER,
        IN_DICTIONARY_ORDER,
        FILTERABLE,
        INDEXED,
        SEARCHABLE,
        FILTERABLE_BY_WORDS
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

    public static Attribute time(String name) {
        return of(name, AttributeKind.TIME);
    }

    public static Attribute uuid(String name) {
        return of(name, AttributeKind.UUID);
    }

    public static Attribute json(String name) {
        return of(name, AttributeKind.JSON);
    }

    private static Attribute of(String name, AttributeKind kind) {
        return new Attribute(
                new SerializedString(name),
                kind,
                0,
                Integer.MIN_VALUE,
                Choices.NONE,
                Set.of(),
                Optional.empty(),
                Optional.empty());
    }

    public String name() {
        return member.getValue();
    }

    /** The SQL expression of its value in the row with this alias. */
    public String valueIn(String alias) {
        return function.map(name -> "%s(%s)".formatted(name, alias)).orElseGet(() -> alias + "." + name());
    }

    public String label() {
        return label(name());
    }

    /** The name of an attribute or a resource type in a sentence for people. */
    public static String label(String name) {
        return name.replace('_', ' ');
    }

    /** A create request must contain it, and a text must not be blank. */
    public Attribute required() {
        return with(Trait.REQUIRED);
    }

    public Attribute nullable() {
        return with(Trait.NULLABLE);
    }

    /** A create request that leaves it out gets the default of its kind, and one that contains null gets null. */
    public Attribute nullOnlyIfGiven() {
        return nullable().with(Trait.NULL_ONLY_IF_GIVEN);
    }

    /** People type this text, programs compare it: it has no invisible characters and no white space at its ends. */
    public Attribute code() {
        return with(Trait.CODE);
    }

    /**
     * A code by which people tell resources apart: two values that differ only in letter case count as equal. Where it
     * is unique, alone or with other columns, the unique index is on {@code lower(upper(<name>))}.
     */
    public Attribute identifier() {
        return code().with(Trait.IDENTIFIER);
    }

    /**
     * People look for it as in a dictionary: sorting and bounds put Zoology after ecology, and Ärzte after Art. Where
     * it is indexed, the table has a further index {@code <table>_<name>_dictionary_idx}, on
     * {@code <name> COLLATE "und-x-icu"} and the id.
     */
    public Attribute inDictionaryOrder() {
        return with(Trait.IN_DICTIONARY_ORDER);
    }

    /** No two resources have the same value: the table has a unique index named {@code <table>_<name>_key}. */
    public Attribute unique() {
        return with(Trait.UNIQUE);
    }

    public Attribute filterable() {
        return with(Trait.FILTERABLE);
    }

    /** The table has an index on it, usually followed by the id, so that filtering and sorting by it are fast. */
    public Attribute indexed() {
        return with(Trait.INDEXED);
    }

    /** {@code filter[search]} searches it. */
    public Attribute searchable() {
        return with(Trait.SEARCHABLE);
    }

    /** Clients may filter by its words: {@code filter[<name>.search]}. It has an index of these. */
    public Attribute filterableByWords() {
        return with(Trait.FILTERABLE_BY_WORDS);
    }

    public Attribute upTo(int characters) {
        return new Attribute(member, kind, characters, minimum, choices, traits, serverValue, function);
    }

    public Attribute atLeast(int newMinimum) {
        return new Attribute(member, kind, limit, newMinimum, choices, traits, serverValue, function);
    }

    public Attribute oneOf(String... values) {
        return with(new Choices(List.of(values), List.of(), ""));
    }

    /**
     * Declares that only the server changes a resource to these of the allowed values. A new resource has the first of
     * the other ones, and a full replacement may leave the attribute out.
     *
     * @param hint a sentence, without a full stop, on what clients do instead of choosing these values
     */
    public Attribute serverSetStates(List<String> values, String hint) {
        return with(new Choices(choices.all(), values, hint));
    }

    private Attribute with(Choices given) {
        return new Attribute(member, kind, limit, minimum, given, traits, serverValue, function);
    }

    public Attribute setByServer(ServerValue value) {
        return new Attribute(member, kind, limit, minimum, choices, traits, Optional.of(value), function);
    }

    /**
     * Computes it by an SQL function of a row of the table; only for members of {@code meta} objects, and for types that
     * clients only read.
     */
    public Attribute computedBy(String sqlFunction) {
        return new Attribute(member, kind, limit, minimum, choices, traits, serverValue, Optional.of(sqlFunction));
    }

    private Attribute with(Trait trait) {
        var more = traits.isEmpty() ? EnumSet.noneOf(Trait.class) : EnumSet.copyOf(traits);
        more.add(trait);
        return new Attribute(member, kind, limit, minimum, choices, more, serverValue, function);
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

    public boolean isCode() {
        return traits.contains(Trait.CODE);
    }

    public boolean isIdentifier() {
        return traits.contains(Trait.IDENTIFIER);
    }

    public boolean isInDictionaryOrder() {
        return traits.contains(Trait.IN_DICTIONARY_ORDER);
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

    public boolean isFilterableByWords() {
        return traits.contains(Trait.FILTERABLE_BY_WORDS);
    }

    public boolean isSetByServer() {
        return serverValue.isPresent();
    }

    public List<String> allowedValues() {
        return choices.all();
    }

    /** Describes its values for the remedy in an error: "one of requested, pending, confirmed", "true or false". */
    public String description() {
        if (kind == AttributeKind.INTEGER) {
            return "an integer from %s to %s".formatted(minimum, Integer.MAX_VALUE);
        }
        return allowedValues().isEmpty() ? kind.description() : "one of " + String.join(", ", allowedValues());
    }

    /** Describes the values that a client may choose, for the remedy in an error of a document. */
    public String descriptionForClients() {
        return isState()
                ? "%s, or left out; the server sets %s. %s"
                        .formatted(
                                String.join(" or ", choices.ofClient()),
                                String.join(" and ", choices.setByServer()),
                                choices.hint())
                : description();
    }

    /** The maximum number of characters of a value that is written as text. */
    public int maxTextLength() {
        return switch (kind) {
            case TEXT -> allowedValues().stream().mapToInt(String::length).max().orElse(limit);
            case INTEGER -> Integer.toString(Integer.MIN_VALUE).length();
            case BOOLEAN -> Boolean.toString(false).length();
            case DATE -> LocalDate.MIN.toString().length();
            case TIME -> OffsetDateTime.MIN.toString().length() + NANOSECONDS;
            case UUID -> UUID_LENGTH;
            case JSON -> Integer.MAX_VALUE;
        };
    }

    /** Whether it is a state that the server changes too: a replacement that leaves it out does not change it. */
    public boolean isState() {
        return !choices.setByServer().isEmpty();
    }

    /** The value when a create request leaves this attribute out. */
    public Object unset() {
        if (isState()) {
            return choices.ofClient().get(0);
        }
        return isNullable() && !traits.contains(Trait.NULL_ONLY_IF_GIVEN) ? null : kind.unset();
    }
}
