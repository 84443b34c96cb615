package dev.registrar.resource.query;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which related resources to include (JSON:API 1.0, "Inclusion of Related Resources").
 *
 * @param asked whether the client gave the parameter, even an empty one: the document then has the member
 * @param local every path, and every prefix of it, that stays within this verticle; the shorter ones first
 * @param remote the relationships that lead on to other verticles
 * @param remoteFields the {@code fields[...]} parameters for types of other verticles, which judge them
 */
public record Inclusion(
        boolean asked, List<IncludePath> local, List<RemoteInclude> remote, Map<String, List<String>> remoteFields) {
    /** How many resources of this verticle a document includes at most. */
    public static final int MAX_RESOURCES = 5_000;

    static final Inclusion NONE = new Inclusion(false, List.of(), List.of(), Map.of());

    /**
     * A relationship whose other side another verticle stores.
     *
     * @param onward the paths, from there, that the client wants included too
     */
    public record RemoteInclude(IncludePath path, Set<String> onward) {}
}
