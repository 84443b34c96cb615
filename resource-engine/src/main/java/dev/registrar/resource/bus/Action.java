package dev.registrar.resource.bus;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The action that a request asks a resource verticle to perform. */
public enum Action {
    LIST("read"),
    GET("read"),
    CREATE("create"),
    /** Change the members in the document. */
    UPDATE("update"),
    /** Change every member; those that are not in the document get their defaults. */
    REPLACE("update"),
    DELETE("delete"),
    /** Read the resources on the other side of a relationship. */
    RELATED("read"),
    /** Read the resource identifiers of a relationship. */
    LINKAGE("read"),
    LINKAGE_REPLACE("update"),
    LINKAGE_ADD("update"),
    LINKAGE_REMOVE("update");

    public static final List<String> SCOPES =
            Stream.of(values()).map(Action::scope).distinct().toList();

    private static final Set<Action> READING = EnumSet.of(LIST, GET, RELATED, LINKAGE);
    private static final Set<Action> OF_COLLECTION = EnumSet.of(LIST, CREATE);
    private static final Set<Action> OF_RELATIONSHIP =
            EnumSet.of(RELATED, LINKAGE, LINKAGE_REPLACE, LINKAGE_ADD, LINKAGE_REMOVE);
    private static final Map<String, Action> BY_HEADER_VALUE =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(Action::headerValue, Function.identity()));

    private final String headerValue = name().toLowerCase(Locale.ROOT).replace('_', '-');
    private final String scope;

    Action(String scope) {
        this.scope = scope;
    }

    /** The scope that a caller needs for it, over HTTP and on the event bus. */
    public String scope() {
        return scope;
    }

    public boolean isReading() {
        return READING.contains(this);
    }

    /** Whether it applies to one resource, named by the {@code id}, and not to the collection. */
    public boolean isOfResource() {
        return !OF_COLLECTION.contains(this);
    }

    public boolean isOfRelationship() {
        return OF_RELATIONSHIP.contains(this);
    }

    public boolean takesDocument() {
        return !isReading() && this != DELETE;
    }

    /** The value of the {@code action} header, such as {@code linkage-replace}. */
    public String headerValue() {
        return headerValue;
    }

    public static Optional<Action> ofHeaderValue(String value) {
        return Optional.ofNullable(BY_HEADER_VALUE.get(value));
    }
}
