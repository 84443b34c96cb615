package dev.registrar.resource.export;

import static dev.registrar.resource.error.ErrorCode.TOO_MANY_EXPORTS;

import dev.registrar.platform.database.Pool;
import dev.registrar.platform.operations.NodeMetrics;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Limits the exports of a node, of all its verticles together, to the number of their connections. Thread-safe. */
final class ExportLimit implements Shareable {
    private final AtomicInteger running = new AtomicInteger();
    private final Counter rejections;

    private ExportLimit(Vertx vertx) {
        rejections = NodeMetrics.of(vertx).rejections("exports");
    }

    static ExportLimit of(Vertx vertx) {
        return vertx.sharedData()
                .<String, ExportLimit>getLocalMap(ExportLimit.class.getName())
                .computeIfAbsent("", first -> new ExportLimit(vertx));
    }

    /** Runs an export until it has ended; fails with {@code too_many_exports} when too many are running. */
    <T> Future<T> run(Supplier<Future<T>> export) {
        if (running.incrementAndGet() > Pool.EXPORTS) {
            running.decrementAndGet();
            rejections.increment();
            return Future.failedFuture(TOO_MANY_EXPORTS
                    .because("%s exports are running, which is the maximum; send the request again when one has ended."
                            .formatted(Pool.EXPORTS))
                    .asException());
        }
        return Future.<Void>succeededFuture()
                .compose(begun -> export.get())
                .onComplete(ended -> running.decrementAndGet());
    }
}
