package dev.registrar.resource.database.failure;

import io.vertx.core.VertxException;

/** A loss of the connection or of the session, before which nothing can have taken effect: its cause, with its message. */
final class NoEffectException extends VertxException {
    private static final long serialVersionUID = 1L;

    NoEffectException(Throwable loss) {
        super(loss.getMessage(), loss, true);
    }
}
