package dev.registrar.resource.database.failure;

import io.vertx.core.VertxException;

/** PostgreSQL has ended a transaction that took too long, and its connection with it. */
final class LateTransactionException extends VertxException {
    private static final long serialVersionUID = 1L;

    LateTransactionException() {
        super("PostgreSQL has ended a transaction that was not completed in time", true);
    }
}
