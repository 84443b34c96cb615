package dev.registrar.gateway.events;

import dev.registrar.platform.operations.RequestContext;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/** A request that waits for events for some time. Its client expects nothing before the response. */
final class LongPoll implements Followers.Follower {
    private final Promise<EventPage> response = Promise.promise();
    private EventPage last;

    private LongPoll(EventPage last) {
        this.last = last;
    }

    /**
     * Waits for events after an empty page.
     *
     * @return the next events, or an empty page when the time is over or this server stops
     */
    static Future<EventPage> await(
            RoutingContext context, Followers followers, EventQuery query, EventPage empty, Duration time) {
        var poll = new LongPoll(empty);
        followers.add(poll);
        var timer = context.vertx().setTimer(Math.max(1, time.toMillis()), over -> poll.end());
        context.addEndHandler(disconnected -> poll.end());
        poll.awaitNext(followers, query);
        return RequestContext.kept(poll.response.future()).onComplete(done -> {
            context.vertx().cancelTimer(timer);
            followers.remove(poll);
        });
    }

    /** Continues to wait if the next events are not for this client. */
    private void awaitNext(Followers followers, EventQuery query) {
        followers
                .next(last.next(), query, response.future()::isComplete)
                .onSuccess(page -> {
                    last = page;
                    if (!page.events().isEmpty()) {
                        response.tryComplete(page);
                    } else if (!response.future().isComplete()) {
                        awaitNext(followers, query);
                    }
                })
                .onFailure(response::tryFail);
    }

    @Override
    public void end() {
        response.tryComplete(last);
    }
}
