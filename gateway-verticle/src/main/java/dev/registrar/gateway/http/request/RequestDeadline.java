package dev.registrar.gateway.http.request;

import dev.registrar.resource.time.Deadline;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Sets the deadline of every request when its head has arrived. The time in which a client sends the body does not
 * count.
 */
public final class RequestDeadline implements Handler<RoutingContext> {
    private static final String KEY = RequestDeadline.class.getName();

    private final Duration limit;

    public RequestDeadline(Duration limit) {
        this.limit = limit;
    }

    @Override
    public void handle(RoutingContext context) {
        context.put(KEY, Deadline.in(limit));
        context.next();
    }

    public static Deadline of(RoutingContext context) {
        return context.get(KEY);
    }

    static void postpone(RoutingContext context, Duration time) {
        context.put(KEY, of(context).postponed(time));
    }
}
