package dev.registrar.resource.metrics;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** What is read for the metrics, for example by a query. Unknown if the latest attempt failed. Thread-safe. */
final class Reading<T> {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Supplier<Future<T>> source;
    private volatile Optional<T> latest = Optional.empty();

    Reading(Supplier<Future<T>> source) {
        this.source = source;
    }

    /** Reads again; never fails. */
    Future<Void> refresh() {
        return Future.<Void>succeededFuture()
                .compose(begun -> source.get())
                .timeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .map(Optional::of)
                .otherwise(Optional.empty())
                .onSuccess(read -> latest = read)
                .mapEmpty();
    }

    /** A part of what was read; NaN if it is unknown, which Prometheus compares with nothing. */
    double value(ToDoubleFunction<T> part) {
        return latest.map(part::applyAsDouble).orElse(Double.NaN);
    }
}
