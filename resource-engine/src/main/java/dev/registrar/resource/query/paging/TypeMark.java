package dev.registrar.resource.query.paging;

import dev.registrar.resource.type.ResourceType;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The resource type of a cursor, as spaces and tabs after its JSON. Nodes of the first versions, whose cursors have no mark, skip
 * this white space, so that during an upgrade each node accepts the cursors of every other.
 */
final class TypeMark {
    static final int LENGTH = 16;

    private static final char ZERO = ' ';
    private static final char ONE = '\t';

    private TypeMark() {}

    /** The mark of a type, which is the same on every node. */
    static String of(ResourceType type) {
        var hash = type.name().hashCode();
        return IntStream.range(0, LENGTH)
                .mapToObj(bit -> (hash >> bit & 1) == 0 ? ZERO : ONE)
                .map(String::valueOf)
                .collect(Collectors.joining());
    }

    /** Whether the JSON may be a cursor of the type: it has its mark or, from one of the first versions, none. */
    static boolean allows(String json, ResourceType type) {
        var mark = json.substring(json.stripTrailing().length());
        return mark.isEmpty() || mark.equals(of(type));
    }
}
