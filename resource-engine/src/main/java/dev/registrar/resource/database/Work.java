package dev.registrar.resource.database;

import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.settings.TimeLimits;
import dev.registrar.resource.time.Deadline;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What connections are used for: their use is bounded by its deadline, and measured by its resource type and action.
 *
 * @param resourceType the type that the request was sent for; blank if no request waits for the work
 * @param action the action of the request; blank likewise
 * @param client for whom it is; clients take turns. Blank if no request waits for it
 * @param row identifies the row that it changes or refers to, if there is one: others that need it may have to wait for it, too
 * @param deadline supplies the deadline of steps that start now
 */
public record Work(
        String resourceType, String action, String client, Optional<String> row, Supplier<Deadline> deadline) {

    /** The work for a request. */
    public static Work of(ResourceType type, ResourceRequest request) {
        return new Work(
                type.name(),
                request.action().headerValue(),
                request.caller().identity(),
                request.firstId(),
                request::deadline);
    }

    /** Work that no request waits for: it may take as long as the pool and PostgreSQL allow. */
    static Work inBackground(TimeLimits limits) {
        return new Work("", "", "", Optional.empty(), () -> Deadline.in(limits.background()));
    }

    /** Whether this work must end before other work. */
    boolean endsBefore(Work other) {
        return deadline.get().end() - other.deadline.get().end() < 0;
    }

    /** The same work with another deadline. */
    public Work until(Deadline other) {
        return new Work(resourceType, action, client, row, () -> other);
    }

    /** The same work, whether or not somebody waits for its result. */
    Work withoutCancellation() {
        return until(deadline.get().withoutCancellation());
    }

    /** Whether nobody waits for the result any more. */
    boolean isCancelled() {
        return deadline.get().isCancelled();
    }

    /** Fails if nobody waits for the result any more before the future is complete. */
    <T> Future<T> unlessCancelled(Future<T> future) {
        return deadline.get().unlessCancelled(future);
    }
}
