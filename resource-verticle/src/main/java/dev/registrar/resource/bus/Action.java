package dev.registrar.resource.bus;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a request asks of a resource verticle. */
public enum Action {
    /** Read a collection. */
    LIST,
    /** Read one resource. */
    GET,
    CREATE,
    /** Change the members that the document names. */
    UPDATE,
    /** Change every member; those that the document does not name become unset. */
    REPLACE,
    DELETE,
    /** Read the resources at the other side of a relationship. */
    RELATED,
    /** Read the resource identifiers of a relationship. */
    LINKAGE,
    LINKAGE_REPLACE,
    LINKAGE_ADD,
    LINKAGE_REMOVE;

    private static final Set<Action> READING = EnumSet.of(LIST, GET, RELATED, LINKAGE);

    /** Whether it leaves everything as it is. */
    public boolean isReading() {
        return READING.contains(this);
    }

    /** The value of the {@code action} header, such as {@code linkage-replace}. */
    public String headerValue() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Action> ofHeaderValue(String value) {
        return Arrays.stream(values())
                .filter(action -> action.headerValue().equals(value))
                .findFirst();
    }
}
