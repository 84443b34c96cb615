package dev.registrar.resource.database.failure;

import io.vertx.core.VertxException;
import java.time.Duration;

/** PostgreSQL has ended a transaction at a limit, and its connection with it. */
final class LateTransactionException extends VertxException {
    private static final long serialVersionUID = 1L;

    LateTransactionException(Duration limit) {
        super("PostgreSQL has ended a transaction that was not completed in %d ms".formatted(limit.toMillis()), true);
    }
}
