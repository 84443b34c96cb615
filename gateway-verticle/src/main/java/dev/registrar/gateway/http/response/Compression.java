package dev.registrar.gateway.http.response;

import dev.registrar.gateway.http.request.media.MediaRange;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * The content coding gzip (RFC 9110, 8.4.1.3), for clients that accept it, if it reduces the size. Coded content has a
 * different entity tag: that of the document with a suffix.
 */
public final class Compression {
    /** In bytes; shorter content fits into one packet anyway. */
    private static final int WORTHWHILE = 1024;

    private static final String GZIP = "gzip";
    private static final String END_OF_TAG = "\"";
    private static final String END_OF_CODED_TAG = "-gzip\"";

    private Compression() {}

    /** Codes the content of a response if its client accepts that, and sets the headers. Runs on the event loop. */
    static Buffer apply(RoutingContext context, Buffer content) {
        return isApplied(context, content) ? withHeaders(context, coded(content, Deflater.BEST_SPEED)) : content;
    }

    /** Like {@link #apply}, for content that has been {@link #coded} before. */
    public static Buffer choose(RoutingContext context, Buffer content, Buffer coded) {
        return isApplied(context, content) ? withHeaders(context, coded) : content;
    }

    private static boolean isApplied(RoutingContext context, Buffer content) {
        context.response().headers().add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        return content.length() >= WORTHWHILE
                && isAccepted(context.request().headers().getAll(HttpHeaders.ACCEPT_ENCODING));
    }

    private static boolean isAccepted(List<String> acceptEncoding) {
        return MediaRange.parse(String.join(",", acceptEncoding)).stream()
                .anyMatch(coding -> coding.type().equals(GZIP) && coding.weight() > 0);
    }

    private static Buffer withHeaders(RoutingContext context, Buffer coded) {
        var headers = context.response().headers().set(HttpHeaders.CONTENT_ENCODING, GZIP);
        var tag = headers.get(HttpHeaders.ETAG);
        if (tag != null) {
            headers.set(HttpHeaders.ETAG, codedTag(tag));
        }
        return coded;
    }

    /** Codes content once, for all clients that accept it. */
    public static Buffer coded(Buffer content) {
        return coded(content, Deflater.DEFAULT_COMPRESSION);
    }

    private static Buffer coded(Buffer content, int level) {
        var bytes = new ByteArrayOutputStream(content.length() / 4);
        try (var gzip = new GZIPOutputStream(bytes) {
            {
                def.setLevel(level);
            }
        }) {
            gzip.write(content.getBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Buffer.buffer(bytes.toByteArray());
    }

    /** Returns the entity tags that a client sends, without the suffix of coded content. */
    public static String uncodedTags(String tags) {
        return tags.replace(END_OF_CODED_TAG, END_OF_TAG);
    }

    /** Returns the entity tag of a response without content: the tag of the document as this client has it. */
    public static String tagForHolder(RoutingContext context, String tag) {
        var held = Objects.requireNonNullElse(context.request().getHeader(HttpHeaders.IF_NONE_MATCH), "");
        return held.contains(codedTag(tag)) ? codedTag(tag) : tag;
    }

    private static String codedTag(String tag) {
        return tag.substring(0, tag.length() - END_OF_TAG.length()) + END_OF_CODED_TAG;
    }
}
