package dev.registrar.platform.database;

import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.time.Deadline;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * For whom, and until when, connections are used: their use is bounded by the deadline, and measured by resource type
 * and action.
 *
 * @param resourceType the type that the request was sent for; blank if no request waits for the result
 * @param action the action of the request; blank likewise
 * @param client for whom it is; clients take turns. Blank if no request waits for the result
 * @param row identifies the row that is changed or referred to, if there is one: others that need it may have to wait
 *     for it, too
 * @param deadline supplies the deadline of steps that start now
 */
public record CallContext(
        String resourceType, String action, String client, Optional<String> row, Supplier<Deadline> deadline) {

    /** No request waits for the result: it may take as long as the pool and PostgreSQL allow. */
    static CallContext inBackground(TimeLimits limits) {
        return new CallContext("", "", "", Optional.empty(), () -> Deadline.in(limits.background()));
    }

    boolean endsBefore(CallContext other) {
        return deadline.get().end() - other.deadline.get().end() < 0;
    }

    public CallContext until(Deadline other) {
        return new CallContext(resourceType, action, client, row, () -> other);
    }

    /** The same, whether or not somebody waits for the result. */
    CallContext withoutCancellation() {
        return until(deadline.get().withoutCancellation());
    }

    /** Fails if nobody waits for the result any more before the future is complete. */
    <T> Future<T> unlessCancelled(Future<T> future) {
        return deadline.get().unlessCancelled(future);
    }
}
