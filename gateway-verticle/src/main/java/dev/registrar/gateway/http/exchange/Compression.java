package dev.registrar.gateway.http.exchange;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * The content coding gzip (RFC 9110, 8.4.1.3), for clients that accept it, if it reduces the size. Compressed content
 * has a different entity tag: that of the document with a suffix.
 */
public final class Compression {
    /** In bytes; shorter content fits into one packet anyway. */
    private static final int WORTHWHILE = 1024;

    /** In bytes; shorter content is compressed within about a millisecond. */
    private static final int LARGE = 65_536;

    private static final String GZIP = "gzip";
    private static final String END_OF_TAG = "\"";
    private static final String END_OF_COMPRESSED_TAG = "-gzip\"";

    private Compression() {}

    /** Compresses the content of a response if its client accepts that, and sets the headers. */
    static Future<Buffer> apply(RoutingContext context, Buffer content) {
        return isApplied(context, content)
                ? compressQuickly(context, content).map(compressed -> withHeaders(context, compressed))
                : Future.succeededFuture(content);
    }

    /**
     * Compresses short content on the event loop, and longer content on a worker thread, so that no other request waits
     * for it: one at a time for each event loop, because it takes processor time from them.
     */
    private static Future<Buffer> compressQuickly(RoutingContext context, Buffer content) {
        if (content.length() < LARGE) {
            return Future.succeededFuture(compress(content, Deflater.BEST_SPEED));
        }
        var transfer = Responses.hold(context, content.length(), () -> {});
        return context.vertx()
                .executeBlocking(() -> compress(content, Deflater.BEST_SPEED))
                .onComplete(done -> transfer.end());
    }

    /** Like {@link #apply}, for content that has already been compressed by {@link #compress}. */
    public static Buffer choose(RoutingContext context, Buffer content, Buffer compressed) {
        return isApplied(context, content) ? withHeaders(context, compressed) : content;
    }

    private static boolean isApplied(RoutingContext context, Buffer content) {
        Exchange.of(context).contentHeaders().add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        return content.length() >= WORTHWHILE
                && isAccepted(Exchange.listHeader(context.request(), HttpHeaders.ACCEPT_ENCODING)
                        .orElse(""));
    }

    private static boolean isAccepted(String acceptEncoding) {
        return MediaRange.parse(acceptEncoding).stream()
                .anyMatch(coding -> coding.type().equals(GZIP) && coding.weight() > 0);
    }

    private static Buffer withHeaders(RoutingContext context, Buffer compressed) {
        var headers = Exchange.of(context).contentHeaders().set(HttpHeaders.CONTENT_ENCODING, GZIP);
        var tag = headers.get(HttpHeaders.ETAG);
        if (tag != null) {
            headers.set(HttpHeaders.ETAG, compressedTag(tag));
        }
        return compressed;
    }

    /** Compresses content that is sent more than once. */
    public static Buffer compress(Buffer content) {
        return compress(content, Deflater.DEFAULT_COMPRESSION);
    }

    private static Buffer compress(Buffer content, int level) {
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

    /** Returns the entity tags that a client sends, without the suffix of compressed content. */
    public static String documentTags(String tags) {
        return tags.replace(END_OF_COMPRESSED_TAG, END_OF_TAG);
    }

    /**
     * Sets the headers that the response to a client without the document would have (RFC 9110, 15.4.5). The entity tag
     * has the suffix if the client has the compressed document.
     */
    public static void describeHeld(RoutingContext context, String tag) {
        var known = Exchange.listHeader(context.request(), HttpHeaders.IF_NONE_MATCH)
                .orElse("");
        Exchange.of(context)
                .contentHeaders()
                .set(HttpHeaders.ETAG, known.contains(compressedTag(tag)) ? compressedTag(tag) : tag)
                .add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    }

    private static String compressedTag(String tag) {
        return tag.substring(0, tag.length() - END_OF_TAG.length()) + END_OF_COMPRESSED_TAG;
    }
}
