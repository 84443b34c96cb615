package dev.registrar.resource.bus;

import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The four kinds of URL that JSON:API recommends, and the meaning of each method there. */
public enum PathShape {
    COLLECTION,
    ITEM,
    RELATED,
    RELATIONSHIP;

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
        return Stream.of(Action.values())
                .filter(action -> action.isAt(this, method))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "The method %s is not defined for a JSON:API %s URL".formatted(method, this)));
    }
}
