package dev.registrar.gateway.http.exchange;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.platform.time.Cancellation;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Begins every exchange when the head of the request has arrived: its id, the common headers of its response, and its
 * deadline. A read is cancelled when its client is gone, so that it makes room for other requests. A change goes on:
 * its client may already rely on it.
 */
public final class ExchangeHandler implements Handler<RoutingContext> {
    private final CommonHeaders commonHeaders;
    private final Duration timeout;

    /** Only a client that has closed its output, and reads on, can receive this. */
    private final JsonApiException clientIsGone = OVERLOADED
            .because("Too many clients have closed their side of the connection and may be gone; keep it open until the"
                    + " response has arrived.")
            .asException();

    public ExchangeHandler(CommonHeaders commonHeaders, Duration timeout) {
        this.commonHeaders = commonHeaders;
        this.timeout = timeout;
    }

    @Override
    public void handle(RoutingContext context) {
        commonHeaders.putOn(context);
        Exchange.of(context).setDeadline(isRead(context) ? untilResponseEnds(context) : Deadline.in(timeout));
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
        ClientConnection.of(context.request()).setLatestRead(read);
        return Deadline.in(timeout).cancelledBy(read);
    }
}
