package dev.registrar.gateway.documentation;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Function;

/**
 * Content that is made off the event loop when it is first asked for, and again only from another source. Belongs to one
 * event loop.
 */
final class MadeOnce<S> {
    private final Vertx vertx;
    private final Function<S, StaticContent> maker;
    private S source;
    private Future<StaticContent> content;

    MadeOnce(Vertx vertx, Function<S, StaticContent> maker) {
        this.vertx = vertx;
        this.maker = maker;
    }

    /** The content that comes from this source. What could not be made is tried again. */
    Future<StaticContent> from(S wanted) {
        if (!wanted.equals(source) || content.failed()) {
            source = wanted;
            content = vertx.executeBlocking(() -> maker.apply(wanted));
        }
        return content;
    }
}
