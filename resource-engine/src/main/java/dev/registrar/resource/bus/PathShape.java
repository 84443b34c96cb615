package dev.registrar.resource.bus;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.PATCH;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The four kinds of URL that JSON:API recommends, and the meaning of each method there. */
public enum PathShape {
    COLLECTION,
    ITEM,
    RELATED,
    RELATIONSHIP;

    private static final Map<PathShape, Map<HttpMethod, Action>> ACTIONS = Map.of(
            COLLECTION,
            Map.of(GET, Action.LIST, POST, Action.CREATE),
            ITEM,
            Map.of(GET, Action.GET, PATCH, Action.UPDATE, PUT, Action.REPLACE, DELETE, Action.DELETE),
            RELATED,
            Map.of(GET, Action.RELATED),
            RELATIONSHIP,
            Map.of(
                    GET, Action.LINKAGE,
                    PATCH, Action.LINKAGE_REPLACE,
                    POST, Action.LINKAGE_ADD,
                    DELETE, Action.LINKAGE_REMOVE));

    /** The shape of a path such as {@code /courses/{id}/relationships/course_terms}, given its segments. */
    public static PathShape of(List<String> segments) {
        return switch (segments.size()) {
            case 1 -> COLLECTION;
            case 2 -> ITEM;
            case 3 -> RELATED;
            case 4 -> RELATIONSHIP;
            default -> throw new IllegalArgumentException("No JSON:API URL: /" + String.join("/", segments));
        };
    }

    /** The segments of a path, without the empty one after a trailing slash. */
    public static List<String> segmentsOf(String path) {
        return Arrays.stream(path.split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    /** The action that a method asks for at URLs of this kind. */
    public Action action(HttpMethod method) {
        var action = ACTIONS.get(this).get(method);
        if (action == null) {
            throw new IllegalArgumentException(
                    "The method %s is not defined for a JSON:API %s URL".formatted(method, this));
        }
        return action;
    }
}
