package dev.registrar.resource.bus;

import static dev.registrar.resource.bus.PathShape.COLLECTION;
import static dev.registrar.resource.bus.PathShape.ITEM;
import static dev.registrar.resource.bus.PathShape.RELATIONSHIP;
import static io.vertx.core.http.HttpMethod.PATCH;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The action that a request asks a resource verticle to perform. */
public enum Action {
    LIST(COLLECTION, HttpMethod.GET, "read"),
    GET(ITEM, HttpMethod.GET, "read"),
    CREATE(COLLECTION, POST, "create"),
    /** Create and change resources by the rows of a file, which is streamed. */
    IMPORT(COLLECTION, POST, "create"),
    /** Change the members in the document. */
    UPDATE(ITEM, PATCH, "update"),
    /** Change every member; those that are not in the document get their defaults. */
    REPLACE(ITEM, PUT, "update"),
    DELETE(ITEM, HttpMethod.DELETE, "delete"),
    /** Read the resources on the other side of a relationship. */
    RELATED(PathShape.RELATED, HttpMethod.GET, "read"),
    /** Read all resources, as a file. */
    EXPORT(COLLECTION, HttpMethod.GET, "read"),
    /** Read all resources on the other side of a relationship, as a file. */
    EXPORT_RELATED(PathShape.RELATED, HttpMethod.GET, "read"),
    /** Read the resource identifiers of a relationship. */
    LINKAGE(RELATIONSHIP, HttpMethod.GET, "read"),
    LINKAGE_REPLACE(RELATIONSHIP, PATCH, "update"),
    LINKAGE_ADD(RELATIONSHIP, POST, "update"),
    LINKAGE_REMOVE(RELATIONSHIP, HttpMethod.DELETE, "update");

    public static final List<String> SCOPES =
            Stream.of(values()).map(Action::scope).distinct().toList();

    private static final Map<String, Action> BY_HEADER_VALUE =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(Action::headerValue, Function.identity()));

    private final String headerValue = name().toLowerCase(Locale.ROOT).replace('_', '-');
    private final PathShape shape;
    private final String method;
    private final String scope;

    Action(PathShape shape, HttpMethod method, String scope) {
        this.shape = shape;
        this.method = method.name();
        this.scope = scope;
    }

    /** Whether this is what a method means at URLs of a kind, for documents. */
    boolean isAt(PathShape url, HttpMethod requested) {
        return shape == url && method.equals(requested.name()) && !hasFile();
    }

    /** The scope that a caller needs for it, over HTTP and on the event bus. */
    public String scope() {
        return scope;
    }

    public boolean isReading() {
        return method.equals(HttpMethod.GET.name());
    }

    /** Whether its reply has no document, but the address of a file. */
    public boolean isExport() {
        return this == EXPORT || this == EXPORT_RELATED;
    }

    /** Whether a file belongs to it, which is streamed. */
    public boolean hasFile() {
        return this == IMPORT || isExport();
    }

    /** The export of what this reads in pages. */
    public Action asExport() {
        return this == RELATED ? EXPORT_RELATED : EXPORT;
    }

    /** Whether it applies to one resource, named by the {@code id}, and not to the collection. */
    public boolean isOfResource() {
        return shape != COLLECTION;
    }

    public boolean isOfRelationship() {
        return shape == PathShape.RELATED || shape == RELATIONSHIP;
    }

    public boolean takesDocument() {
        return !isReading() && this != DELETE && this != IMPORT;
    }

    /** The value of the {@code action} header, such as {@code linkage-replace}. */
    public String headerValue() {
        return headerValue;
    }

    public static Optional<Action> ofHeaderValue(String value) {
        return Optional.ofNullable(BY_HEADER_VALUE.get(value));
    }
}
