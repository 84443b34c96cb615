package dev.registrar.resource.bus.receiving;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.function.Supplier;

/** Where bodies are read: small ones in place, large ones by worker threads, so that no event loop is busy for long. */
public final class BodyReaders {
    /** What is smaller is read within a millisecond. */
    private static final int LARGE = 16_384;

    /** Few: what many large bodies cost together is taken from everybody else. */
    private static final int THREADS = 2;

    private final WorkerExecutor threads;

    public BodyReaders(Vertx vertx) {
        threads = vertx.createSharedWorkerExecutor("registrar-body-reader", THREADS);
    }

    /**
     * Reads a body.
     *
     * @param size about how many bytes it has
     * @return what was read, on the caller's event loop; fails with what the reading throws
     */
    public <T> Future<T> read(long size, Supplier<T> reading) {
        return size < LARGE
                ? Future.<Void>succeededFuture().map(small -> reading.get())
                : threads.executeBlocking(reading::get, false);
    }
}
