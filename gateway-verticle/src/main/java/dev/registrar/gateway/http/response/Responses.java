package dev.registrar.gateway.http.response;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.connection.Transfer;
import dev.registrar.gateway.http.request.media.MediaTypeHandler;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
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
     * @param failing is told if there is no content, and of an exception of {@code sending}, which would leave the client
     *     without any response if it were thrown in a handler of the future
     */
    public static <T> void sendWhenKnown(Future<T> content, Consumer<T> sending, Consumer<Throwable> failing) {
        content.<Void>map(known -> {
                    sending.accept(known);
                    return null;
                })
                .onFailure(failing::accept);
    }

    /** Sends a JSON:API document, compressed if the client accepts that. */
    public static void document(RoutingContext context, int status, Buffer document) {
        context.response().setStatusCode(status);
        compressible(context, MediaTypeHandler.responseTypeOf(context), document);
    }

    /** Sends content in the response to one client, compressed if the client accepts that. */
    public static void compressible(RoutingContext context, String mediaType, Buffer content) {
        sendWhenKnown(Compression.apply(context, content), coded -> content(context, mediaType, coded), context::fail);
    }

    /** Sends any content; HEAD gets everything but the content itself. */
    public static void content(RoutingContext context, String mediaType, Buffer content) {
        send(context, mediaType, content, content.length());
    }

    /** Like {@link #content}, for content that all its readers share. */
    public static void shared(RoutingContext context, String mediaType, Buffer content) {
        send(context, mediaType, content, 0);
    }

    public static void empty(RoutingContext context, int status) {
        context.response().setStatusCode(status);
        end(context);
    }

    /**
     * Sends the next part of a response whose length is not known; send one part after the other. The client is cut off
     * when it stops reading.
     */
    public static Future<Void> part(RoutingContext context, Buffer content) {
        var parts = new ContentParts(context.response(), content);
        var transfer = begin(context, content.length(), parts);
        return parts.write(transfer).onComplete(sent -> transfer.end());
    }

    private static void send(RoutingContext context, String mediaType, Buffer content, long held) {
        var response = context.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, mediaType)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(content.length()));
        if (context.request().method().equals(HttpMethod.HEAD)) {
            end(context);
        } else if (content.length() <= AT_ONCE) {
            send(context, begin(context, held), transfer -> response.end(content));
        } else {
            var parts = new ContentParts(response, content);
            send(
                    context,
                    begin(context, held, parts),
                    transfer -> parts.write(transfer).compose(written -> response.end()));
        }
    }

    /** Sends a response without content. */
    private static void end(RoutingContext context) {
        send(context, begin(context, 0), transfer -> context.response().end());
    }

    private static void send(RoutingContext context, Transfer transfer, Function<Transfer, Future<Void>> sending) {
        ContentHeaders.putOn(context);
        sending.apply(transfer)
                .onComplete(sent -> transfer.end())
                .onFailure(failure -> LOG.debug("The client has disconnected", failure));
    }

    /** Counts the bytes that are held for a client. The client is cut off when it stops reading, or if others need the memory. */
    static Transfer begin(RoutingContext context, long held) {
        var connection = ClientConnection.of(context.request());
        return connection.begin(context.request(), held, () -> connection.cutOff(context.response()));
    }

    /** Does the same for content of which the parts that have not been sent yet are dropped then. */
    private static Transfer begin(RoutingContext context, long held, ContentParts parts) {
        var connection = ClientConnection.of(context.request());
        return connection.begin(context.request(), held, parts::drop, () -> connection.cutOff(context.response()));
    }
}
