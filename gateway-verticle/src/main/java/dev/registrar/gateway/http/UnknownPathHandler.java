package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;

import dev.registrar.gateway.contract.Contract;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Responds to unknown paths: names the relationships of a resource type if only the relationship in the path is
 * unknown, else the collections and the documentation; and the one that was probably meant.
 */
public record UnknownPathHandler(Contract contract, String pathOfDocumentation) implements Handler<RoutingContext> {
    private static final Pattern SUB_URL = Pattern.compile("/v1/([^/]+)/[^/]+/(?:relationships/)?([^/]+)/?");

    /** A path below a collection, with or without the prefix of the version. */
    private static final Pattern COLLECTION = Pattern.compile("/(?:v1/)?([^/]+)(?:/.*)?");

    @Override
    public void handle(RoutingContext context) {
        context.fail(NOT_FOUND.because(detail(context.request().path())).asException());
    }

    private String detail(String path) {
        var parts = SUB_URL.matcher(path);
        var relationships = contract.relationships();
        if (parts.matches() && relationships.containsKey(parts.group(1))) {
            return unknownRelationship(parts.group(1), parts.group(2), relationships.get(parts.group(1)));
        }
        var collections = contract.collections();
        var entryPoints = "the collections are %s; the documentation is at %s"
                .formatted(String.join(", ", collections.values()), pathOfDocumentation);
        return "There is nothing at %s; %s."
                .formatted(path, Misspelling.remedy(collectionLike(path, collections), entryPoints));
    }

    private static Optional<String> collectionLike(String path, Map<String, String> collections) {
        var parts = COLLECTION.matcher(path);
        return parts.matches()
                ? Misspelling.of(parts.group(1), collections.keySet())
                        .map(collections::get)
                        .filter(collection -> !path.startsWith(collection))
                : Optional.empty();
    }

    private static String unknownRelationship(String type, String name, List<String> relationships) {
        return "%s has no relationship \"%s\"; %s"
                .formatted(type, Excerpt.of(name), Misspelling.remedy(name, relationships, "its relationships"));
    }
}
