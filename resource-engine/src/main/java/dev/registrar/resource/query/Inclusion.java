package dev.registrar.resource.query;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which related resources to include (JSON:API 1.0, "Inclusion of Related Resources").
 *
 * @param asked whether the client sent the parameter, even an empty one: the document then has the member
 *     {@code included}
 * @param local every path, and every prefix of a path, with only local types; shorter ones first
 * @param remote the relationships that lead to other verticles
 * @param remoteFields the {@code fields[...]} parameters for types of other verticles, which check them
 */
public record Inclusion(
        boolean asked, List<IncludePath> local, List<RemoteInclude> remote, Map<String, List<String>> remoteFields) {
    public static final String PARAMETER = "include";

    /** The maximum number of local resources that a document includes. */
    public static final int MAX_RESOURCES = 5_000;

    static final Inclusion NONE = new Inclusion(false, List.of(), List.of(), Map.of());

    /**
     * A relationship whose related resources another verticle stores.
     *
     * @param onward the further paths to include, from there
     */
    public record RemoteInclude(IncludePath path, Set<String> onward) {}
}
