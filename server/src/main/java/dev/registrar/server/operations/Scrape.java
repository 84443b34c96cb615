package dev.registrar.server.operations;

import dev.registrar.platform.operations.NodeMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;

/**
 * Writes the metrics of this node as text. What must be read for that, for example from the database, is read again if it
 * is not fresh; concurrent callers share the results. Belongs to one event loop.
 */
final class Scrape {
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final PrometheusMeterRegistry meters;
    private Future<Void> latest = Future.failedFuture("Not read yet");
    private long latestAt;

    Scrape(Vertx vertx, PrometheusMeterRegistry meters) {
        this.vertx = vertx;
        this.meters = meters;
    }

    Future<Buffer> read() {
        if (latest.isComplete() && isOld()) {
            latestAt = System.nanoTime();
            latest = NodeMetrics.of(vertx).refresh();
        }
        return latest.map(read -> Buffer.buffer(meters.scrape()));
    }

    private boolean isOld() {
        return latest.failed() || System.nanoTime() - latestAt > FRESH.toNanos();
    }
}
