package dev.registrar.gateway.connection;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Does nothing more for a client that has too many responses to read on this connection. */
public final class ConnectionHandler implements Handler<RoutingContext> {

    @Override
    public void handle(RoutingContext context) {
        var connection = ClientConnection.of(context.request());
        connection.advance();
        if (connection.isFull()) {
            context.fail(OVERLOADED
                    .because("Too much is pending on this connection; read its responses, or send its requests whole.")
                    .asException());
        } else {
            context.next();
        }
    }
}
