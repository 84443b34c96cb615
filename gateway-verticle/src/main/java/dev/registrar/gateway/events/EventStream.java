package dev.registrar.gateway.events;

import dev.registrar.gateway.authentication.Authentication;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A response that never ends by itself (Server-Sent Events, HTML Living Standard, 9.2). Events are sent only as fast as
 * the client reads them; the next ones are read when those before have been sent.
 */
final class EventStream implements Followers.Follower {
    static final String MEDIA_TYPE = "text/event-stream";

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    private static final long PAUSE_AFTER_FAILURE_MILLIS = 1000;

    /** How long a client waits before it connects again; a random time, so that not all of them come at once. */
    private static final int LEAST_RETRY_MILLIS = 500;

    private static final int MOST_RETRY_MILLIS = 3000;

    private final RoutingContext context;
    private final Authentication authentication;
    private final Followers followers;
    private final EventQuery query;
    private EventPosition position;
    private boolean isSending;
    private boolean isOver;

    EventStream(RoutingContext context, Authentication authentication, Followers followers, EventQuery query) {
        this.context = context;
        this.authentication = authentication;
        this.followers = followers;
        this.query = query;
    }

    /**
     * Begins the stream.
     *
     * @param first the first events, or an empty page that says where the stream begins
     */
    void begin(EventPage first) {
        position = first.next();
        context.addEndHandler(ended -> forget());
        context.response()
                .setChunked(true)
                .putHeader(HttpHeaders.CONTENT_TYPE, MEDIA_TYPE)
                // Proxies such as nginx would collect events.
                .putHeader("X-Accel-Buffering", "no");
        var retry = ThreadLocalRandom.current().nextInt(LEAST_RETRY_MILLIS, MOST_RETRY_MILLIS);
        send(Buffer.buffer("retry: %s\n".formatted(retry)).appendBuffer(frames(first)));
        followers.add(this);
    }

    private void follow() {
        if (!isOver) {
            followers
                    .next(position, query, () -> isOver)
                    .onSuccess(this::handle)
                    .onFailure(this::handle);
        }
    }

    private void handle(EventPage page) {
        if (page.events().isEmpty()) {
            position = page.next();
            follow();
        } else {
            Responses.sendWhenKnown(
                    authentication.isStillValid(context), isValid -> deliver(page, isValid), this::giveUp);
        }
    }

    private void deliver(EventPage page, boolean isValid) {
        if (!isValid) {
            end();
        } else if (!isOver) {
            position = page.next();
            send(frames(page));
        }
    }

    /** The client connects again; on this stream it would only get signs of life. */
    private void giveUp(Throwable failure) {
        LOG.error("Events cannot be sent", failure);
        end();
    }

    /** A client that cannot continue at its position gets the reason when it connects again. */
    private void handle(Throwable failure) {
        if (failure instanceof JsonApiException error && error.status() < 500) {
            end();
        } else if (!isOver) {
            followers.warn(failure);
            context.vertx().setTimer(PAUSE_AFTER_FAILURE_MILLIS, later -> follow());
        }
    }

    private void send(Buffer frames) {
        isSending = true;
        Responses.sendPart(context, frames)
                .onSuccess(sent -> {
                    isSending = false;
                    follow();
                })
                .onFailure(disconnected -> forget());
    }

    /** Each event has the position after it as its id. Without events, a frame tells the client only the position. */
    private static Buffer frames(EventPage page) {
        var frames = Buffer.buffer();
        for (var i = 0; i < page.events().size(); i++) {
            var event = page.events().get(i);
            frames.appendString("id: %s\nevent: %s\ndata: %s\n\n"
                    .formatted(page.positions().get(i), event.type(), event.cloudEvent()));
        }
        return page.events().isEmpty() ? frames.appendString("id: %s\n\n".formatted(page.next())) : frames;
    }

    /** Ends the stream if the credentials are no longer valid; else sends a comment, and the position. */
    @Override
    public void sendHeartbeat() {
        var unused = authentication
                .isStillValid(context)
                .compose(this::sendHeartbeat)
                .onFailure(disconnected -> forget());
    }

    private Future<Void> sendHeartbeat(boolean isValid) {
        if (!isValid) {
            end();
        }
        return isSending || isOver
                ? Future.succeededFuture()
                : Responses.sendPart(context, Buffer.buffer(":\nid: %s\n\n".formatted(position)));
    }

    @Override
    public void end() {
        if (!isOver) {
            forget();
            var unused = context.response().end();
        }
    }

    private void forget() {
        isOver = true;
        followers.remove(this);
    }
}
