package dev.registrar.gateway.documentation;

import dev.registrar.gateway.http.exchange.Compression;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.resource.bus.Preconditions;
import dev.registrar.resource.document.writing.EntityTag;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.function.Function;

/**
 * Content that does not change, both as it is and compressed. All responses share it. Browsers must revalidate it by
 * its entity tag before they reuse it.
 */
final class StaticContent {
    private final Buffer content;
    private final Buffer compressed;
    private final String mediaType;
    private final String entityTag;

    StaticContent(Buffer content, String mediaType) {
        this.content = content;
        this.mediaType = mediaType;
        compressed = Compression.compress(content);
        entityTag = EntityTag.of(content);
    }

    void sendTo(RoutingContext context) {
        var headers = Exchange.of(context).contentHeaders().set(HttpHeaders.ETAG, entityTag);
        var chosen = Compression.choose(context, content, compressed);
        var held = Exchange.listHeader(context.request(), HttpHeaders.IF_NONE_MATCH);
        if (new Preconditions(Optional.empty(), held).namedByIfNoneMatch(headers.get(HttpHeaders.ETAG))) {
            Responses.sendEmpty(context, 304);
        } else {
            Responses.sendShared(context, mediaType, chosen);
        }
    }

    /**
     * Content that is created off the event loop on first use, and again only from a different source. Belongs to one
     * event loop.
     */
    static final class Cache<S> {
        private final Vertx vertx;
        private final Function<S, StaticContent> creator;
        private S source;
        private Future<StaticContent> content;

        Cache(Vertx vertx, Function<S, StaticContent> creator) {
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
}
