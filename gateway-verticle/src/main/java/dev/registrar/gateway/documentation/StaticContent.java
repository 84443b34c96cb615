package dev.registrar.gateway.documentation;

import dev.registrar.gateway.http.Compression;
import dev.registrar.resource.document.EntityTag;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;

/** A file of the page, kept in memory as it is and compressed; browsers compare its entity tag before they use theirs. */
final class StaticContent implements Handler<RoutingContext> {
    private final Buffer content;
    private final Buffer coded;
    private final String mediaType;
    private final String entityTag;

    StaticContent(Buffer content, String mediaType) {
        this.content = content;
        this.mediaType = mediaType;
        coded = Compression.coded(content);
        entityTag = EntityTag.of(content);
    }

    @Override
    public void handle(RoutingContext context) {
        var response = context.response().putHeader(HttpHeaders.ETAG, entityTag);
        var held = Objects.requireNonNullElse(context.request().getHeader(HttpHeaders.IF_NONE_MATCH), "");
        var chosen = Compression.choose(context, content, coded);
        var isHeld = held.contains(response.headers().get(HttpHeaders.ETAG));
        (isHeld
                        ? response.setStatusCode(304).end()
                        : response.putHeader(HttpHeaders.CONTENT_TYPE, mediaType)
                                .end(chosen))
                .onFailure(context::fail);
    }
}
