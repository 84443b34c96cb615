package dev.registrar.gateway.bridge;

import dev.registrar.resource.bus.ResourceBus;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sends each event, encoded once, to the connections that have registered for events. Belongs to one event loop. */
final class EventBroadcast {
    /** A connection that is further behind is closed; its client finds what it missed by a replay. */
    private static final long MAX_BACKLOG = 1_048_576;

    private final Set<FrameStream> followers = new HashSet<>();

    private final Promise<Void> registered = Promise.promise();

    EventBroadcast(Vertx vertx) {
        vertx.eventBus().consumer(ResourceBus.EVENTS, this::send).completionHandler(registered);
    }

    /** Completes when all nodes know that events must be sent here. */
    Future<Void> registered() {
        return registered.future();
    }

    void add(FrameStream follower) {
        followers.add(follower);
    }

    void remove(FrameStream follower) {
        followers.remove(follower);
    }

    private void send(Message<Object> message) {
        if (followers.isEmpty() || !(message.body() instanceof JsonObject event)) {
            return;
        }
        var frame = Frames.published(ResourceBus.EVENTS, event.toBuffer());
        for (var follower : List.copyOf(followers)) {
            if (follower.unread() + frame.length() > MAX_BACKLOG) {
                follower.close();
            } else {
                follower.write(frame);
            }
        }
    }
}
