package dev.registrar.resource.bus;

import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.util.Optional;

/** Tells the failure that a consumer has replied with from those of the event bus itself, such as a timeout. */
public final class RecipientFailure {
    private RecipientFailure() {}

    /** Returns the failure that a consumer has replied with; empty if there was no reply. */
    public static Optional<ReplyException> in(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.RECIPIENT_FAILURE
                ? Optional.of(reply)
                : Optional.empty();
    }
}
