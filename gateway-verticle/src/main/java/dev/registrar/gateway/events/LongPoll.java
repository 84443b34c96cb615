package dev.registrar.gateway.events;

import dev.registrar.resource.operations.RequestContext;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/** A request that waits for events for some time. */
final class LongPoll implements Followers.Follower {
    private final Promise<EventPage> response = Promise.promise();
    private final EventFeed feed;
    private final EventQuery query;
    private final EventSelection selection;
    private EventPage last;

    private LongPoll(EventFeed feed, EventQuery query, EventSelection selection, EventPage last) {
        this.feed = feed;
        this.query = query;
        this.selection = selection;
        this.last = last;
    }

    /**
     * Waits for events after an empty page.
     *
     * @return the next events, or an empty page when the time is over or this server stops
     */
    static Future<EventPage> await(
            RoutingContext context,
            Followers followers,
            EventFeed feed,
            EventQuery query,
            EventSelection selection,
            EventPage empty,
            Duration time) {
        var poll = new LongPoll(feed, query, selection, empty);
        followers.add(poll);
        var vertx = context.vertx();
        var timer = vertx.setTimer(Math.max(1, time.toMillis()), over -> poll.end());
        context.addEndHandler(disconnected -> poll.end());
        poll.await();
        return RequestContext.kept(poll.response.future()).onComplete(done -> {
            vertx.cancelTimer(timer);
            followers.remove(poll);
        });
    }

    private void await() {
        feed.next(last.next(), selection, query.size(), response.future()::isComplete)
                .onSuccess(this::take)
                .onFailure(response::tryFail);
    }

    /** Continues to wait if the events are not for this client. */
    private void take(EventPage page) {
        last = page;
        if (!page.events().isEmpty()) {
            response.tryComplete(page);
        } else if (!response.future().isComplete()) {
            await();
        }
    }

    @Override
    public void beat() {
        // The client expects nothing before the response.
    }

    @Override
    public void end() {
        response.tryComplete(last);
    }
}
