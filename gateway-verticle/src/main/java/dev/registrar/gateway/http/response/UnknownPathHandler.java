package dev.registrar.gateway.http.response;

import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;

import dev.registrar.gateway.contract.Contract;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Responds to unknown paths: names the relationships of a resource type if only the relationship in the path is
 * unknown, else the collections and the documentation.
 */
public final class UnknownPathHandler implements Handler<RoutingContext> {
    private static final Pattern SUB_URL = Pattern.compile("/v1/([^/]+)/[^/]+/(?:relationships/)?([^/]+)/?");

    private final Map<String, List<String>> relationships;
    private final String entryPoints;

    /**
     * Creates the handler.
     *
     * @param documentation the path of the documentation
     */
    public UnknownPathHandler(Contract contract, String documentation) {
        relationships = contract.relationships();
        entryPoints = "the collections are %s; the documentation is at %s"
                .formatted(String.join(", ", contract.collections().values()), documentation);
    }

    @Override
    public void handle(RoutingContext context) {
        context.fail(NOT_FOUND.because(detail(context.request().path())).asException());
    }

    private String detail(String path) {
        var parts = SUB_URL.matcher(path);
        return parts.matches() && relationships.containsKey(parts.group(1))
                ? unknownRelationship(parts.group(1), parts.group(2))
                : "There is nothing at %s; %s.".formatted(path, entryPoints);
    }

    private String unknownRelationship(String type, String name) {
        var known = relationships.get(type);
        return "%s has no relationship \"%s\"; %s"
                .formatted(
                        type,
                        Excerpt.of(name),
                        Misspelling.of(name, known)
                                .map("did you mean %s?"::formatted)
                                .orElseGet(() -> "its relationships are %s.".formatted(String.join(", ", known))));
    }
}
