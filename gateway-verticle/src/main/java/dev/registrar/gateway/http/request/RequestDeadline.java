package dev.registrar.gateway.http.request;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.time.Cancellation;
import dev.registrar.resource.time.Deadline;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Sets the deadline of every request when its head has arrived. The time in which a client sends the body does not
 * count. A read is cancelled when its client is gone, so that it makes room for other requests. A change goes on: its client
 * may already rely on it.
 */
public final class RequestDeadline implements Handler<RoutingContext> {
    private static final String KEY = RequestDeadline.class.getName();

    private final Duration limit;

    /** Only a client that has closed its output, and reads on, can receive this. */
    private final JsonApiException clientIsGone = OVERLOADED
            .because("Too many clients have closed their side of the connection and may be gone; keep it open until the"
                    + " response has arrived.")
            .asException();

    public RequestDeadline(Duration limit) {
        this.limit = limit;
    }

    @Override
    public void handle(RoutingContext context) {
        context.put(KEY, isRead(context) ? untilResponseEnds(context) : Deadline.in(limit));
        context.next();
    }

    private static boolean isRead(RoutingContext context) {
        var method = context.request().method();
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    }

    /** The response also ends when the connection or the stream does. */
    private Deadline untilResponseEnds(RoutingContext context) {
        var read = new Cancellation(clientIsGone);
        context.addEndHandler(ended -> read.cancel());
        ClientConnection.of(context.request()).beginRead(read);
        return Deadline.in(limit).cancelledBy(read);
    }

    public static Deadline of(RoutingContext context) {
        return context.get(KEY);
    }

    static void postpone(RoutingContext context, Duration time) {
        context.put(KEY, of(context).postponed(time));
    }
}
