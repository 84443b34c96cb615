package dev.registrar.gateway.documentation;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Function;

/**
 * Content that is created off the event loop on first use, and again only from a different source. Belongs to one event
 * loop.
 */
final class CachedContent<S> {
    private final Vertx vertx;
    private final Function<S, StaticContent> creator;
    private S source;
    private Future<StaticContent> content;

    CachedContent(Vertx vertx, Function<S, StaticContent> creator) {
        this.vertx = vertx;
        this.creator = creator;
    }

    /** Returns the content for this source. If creating it fails, the next call tries again. */
    Future<StaticContent> from(S wanted) {
        if (!wanted.equals(source) || content.failed()) {
            source = wanted;
            content = vertx.executeBlocking(() -> creator.apply(wanted));
        }
        return content;
    }
}
