package dev.registrar.gateway.http.exchange;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.connection.ClientConnection.Transfer;
import dev.registrar.platform.time.Repeat;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends responses as fast as their clients read them. A client that has disconnected is not an error of the service.
 */
public final class Responses {
    private static final Logger LOG = LoggerFactory.getLogger(Responses.class);

    /** In bytes: the amount that HTTP/2 sends to a client with default settings (RFC 9113, 6.9.2). */
    private static final int AT_ONCE = 65_535;

    private Responses() {}

    /**
     * Sends a response as soon as its content is known.
     *
     * @param failing is told if there is no content, and of an exception of {@code sending}, which would leave the
     *     client without any response if it were thrown in a handler of the future
     */
    public static <T> void sendWhenKnown(Future<T> content, Consumer<T> sending, Consumer<Throwable> failing) {
        content.<Void>map(known -> {
                    sending.accept(known);
                    return null;
                })
                .onFailure(failing::accept);
    }

    /** Sends a JSON:API document, compressed if the client accepts that. */
    public static void sendDocument(RoutingContext context, int status, Buffer document) {
        context.response().setStatusCode(status);
        sendCompressible(context, Exchange.of(context).documentType(), document);
    }

    /** Sends content in the response to one client, compressed if the client accepts that. */
    public static void sendCompressible(RoutingContext context, String mediaType, Buffer content) {
        sendWhenKnown(Compression.apply(context, content), coded -> send(context, mediaType, coded), context::fail);
    }

    /** Sends any content; HEAD gets everything but the content itself. */
    public static void send(RoutingContext context, String mediaType, Buffer content) {
        send(context, mediaType, content, content.length());
    }

    /** Like {@link #send}, for content that all its readers share. */
    public static void sendShared(RoutingContext context, String mediaType, Buffer content) {
        send(context, mediaType, content, 0);
    }

    public static void sendEmpty(RoutingContext context, int status) {
        context.response().setStatusCode(status);
        sendHead(context);
    }

    /**
     * Sends the next part of a response whose length is not known; send one part after the other. The client is cut off
     * when it stops reading.
     */
    public static Future<Void> sendPart(RoutingContext context, Buffer content) {
        var parts = new ContentParts(context.response(), content);
        var transfer = hold(context, content.length(), parts::drop);
        return parts.write(transfer).onComplete(sent -> transfer.end());
    }

    private static void send(RoutingContext context, String mediaType, Buffer content, long held) {
        var response = context.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, mediaType)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(content.length()));
        if (context.request().method().equals(HttpMethod.HEAD)) {
            sendHead(context);
        } else if (content.length() <= AT_ONCE) {
            write(context, hold(context, held, () -> {}), transfer -> response.end(content));
        } else {
            var parts = new ContentParts(response, content);
            write(
                    context,
                    hold(context, held, parts::drop),
                    transfer -> parts.write(transfer).compose(written -> response.end()));
        }
    }

    private static void sendHead(RoutingContext context) {
        write(
                context,
                hold(context, 0, () -> {}),
                transfer -> context.response().end());
    }

    private static void write(RoutingContext context, Transfer transfer, Function<Transfer, Future<Void>> sending) {
        context.response().headers().addAll(Exchange.of(context).contentHeaders());
        sending.apply(transfer)
                .onComplete(sent -> transfer.end())
                .onFailure(failure -> LOG.debug("The client has disconnected", failure));
    }

    /**
     * Counts the bytes that are held for a client. The client is cut off when it stops reading, or if others need the
     * memory; then {@code release} drops what has not been sent yet.
     */
    static Transfer hold(RoutingContext context, long held, Runnable release) {
        var connection = ClientConnection.of(context.request());
        return connection.beginTransfer(context.request(), held, release, () -> connection.cutOff(context.response()));
    }

    /**
     * The content of a response, each part of which is sent after the previous one. The part that is being sent, and
     * everything that waits for it, stays in memory while the client does not read, even if the response is cut off; so
     * the rest can be dropped.
     */
    private static final class ContentParts {
        /** A client that reads this many bytes of a longer response makes progress. */
        private static final int PART = 16_384;

        private final HttpServerResponse response;
        private final int length;

        /** Empty after it was dropped. */
        private Optional<Buffer> content;

        ContentParts(HttpServerResponse response, Buffer content) {
            this.response = response;
            length = content.length();
            this.content = Optional.of(content);
        }

        /** Sends all parts, and fails if the response ends or the rest is dropped before. */
        Future<Void> write(Transfer transfer) {
            return Repeat.until(
                            start -> start == length,
                            0,
                            start -> content.map(whole -> write(start, whole, transfer))
                                    .orElseGet(() ->
                                            Future.failedFuture(new HttpClosedException("The client was cut off"))))
                    .mapEmpty();
        }

        private Future<Integer> write(int start, Buffer whole, Transfer transfer) {
            var next = Math.min(start + PART, length);
            return response.write(whole.slice(start, next))
                    .onSuccess(written -> transfer.recordProgress(0))
                    .map(next);
        }

        void drop() {
            content = Optional.empty();
        }
    }
}
