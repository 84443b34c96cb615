package dev.registrar.gateway.connection;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Rejects further requests on a connection with too many unread responses or incomplete requests. */
public final class FullConnectionHandler implements Handler<RoutingContext> {
    private final Counter rejections;

    /**
     * Creates the handler.
     *
     * @param rejections counts the requests that it rejects
     */
    public FullConnectionHandler(Counter rejections) {
        this.rejections = rejections;
    }

    @Override
    public void handle(RoutingContext context) {
        if (ClientConnection.of(context.request()).isFull()) {
            rejections.increment();
            context.fail(OVERLOADED
                    .because(
                            "Too much is pending on this connection; read its responses, or finish sending its requests.")
                    .asException());
        } else {
            context.next();
        }
    }
}
