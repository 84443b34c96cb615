package dev.registrar.resource.bus;

import dev.registrar.platform.concurrency.ConcurrencyLimit;
import dev.registrar.resource.error.JsonApiError;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Future;
import java.util.function.Supplier;

/** The limits for the requests of one resource type, reads and changes apart. Use it on one event loop only. */
public final class RequestLimits {
    private final ConcurrencyLimit reads;
    private final ConcurrencyLimit changes;
    private long begun;

    /** Allows this many reads and this many changes at once; counts the others, which fail with {@code overloaded}. */
    public RequestLimits(int limit, Counter rejections) {
        var rejection = JsonApiError.overloaded().countedBy(rejections);
        reads = new ConcurrencyLimit(limit, rejection);
        changes = new ConcurrencyLimit(limit, rejection);
    }

    /** How many requests there have been. */
    public long begun() {
        return begun;
    }

    public <T> Future<T> run(Action action, Supplier<Future<T>> request) {
        begun++;
        return (action.isReading() ? reads : changes).run(request);
    }
}
