package dev.registrar.testing;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs steps concurrently, on 24 threads. */
public final class InParallel {
    private static final int CLIENTS = 24;

    private InParallel() {}

    /** Runs the step for each item; fails if one of them fails. */
    public static <T> void forEach(List<T> items, Consumer<T> step) {
        var executor = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<? extends Future<?>> done = items.stream()
                    .map(item -> executor.submit(() -> step.accept(item)))
                    .toList();
            for (var future : done) {
                future.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError("A step failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } finally {
            executor.shutdownNow();
        }
    }
}
