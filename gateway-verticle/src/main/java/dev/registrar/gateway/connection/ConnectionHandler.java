package dev.registrar.gateway.connection;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Rejects further requests on a connection with too many unread responses or incomplete requests. */
public final class ConnectionHandler implements Handler<RoutingContext> {

    @Override
    public void handle(RoutingContext context) {
        var connection = ClientConnection.of(context.request());
        connection.advance();
        if (connection.isFull()) {
            context.fail(OVERLOADED
                    .because(
                            "Too much is pending on this connection; read its responses, or finish sending its requests.")
                    .asException());
        } else {
            context.next();
        }
    }
}
