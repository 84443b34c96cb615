package dev.registrar.resource.bus;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.function.Supplier;

/**
 * Parses message bodies: small ones on the event loop, large ones on worker threads, so that no event loop is blocked
 * for long.
 */
public final class BodyReaders {
    /** A smaller body is parsed within a millisecond. */
    private static final int LARGE = 16_384;

    /** Only a few, because large bodies take processor time from all other requests. */
    private static final int THREADS = 2;

    private final WorkerExecutor threads;

    public BodyReaders(Vertx vertx) {
        threads = vertx.createSharedWorkerExecutor("registrar-body-reader", THREADS);
    }

    /**
     * Reads a body of about this size; completes on the event loop of the caller, and fails with what the reading
     * throws.
     */
    public <T> Future<T> read(long size, Supplier<T> reading) {
        return size < LARGE
                ? Future.<Void>succeededFuture().map(small -> reading.get())
                : threads.executeBlocking(reading::get, false);
    }
}
