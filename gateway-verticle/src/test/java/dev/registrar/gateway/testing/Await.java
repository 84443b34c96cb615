package dev.registrar.gateway.testing;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition or a future, up to a limit, in place of sleeping. */
public final class Await {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(5);

    private Await() {}

    public static <T> T success(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("The future did not succeed", e);
        }
    }

    /** Checks the condition repeatedly until it holds; fails after 60 s. */
    public static void until(String description, BooleanSupplier condition) {
        until(description, LIMIT, condition);
    }

    /** Checks the condition repeatedly until it holds; fails after the given limit. */
    public static void until(String description, Duration limit, BooleanSupplier condition) {
        var end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(
                        "Not true within %s: %s".formatted(limit, description), new TimeoutException());
            }
            LockSupport.parkNanos(POLL_INTERVAL.toNanos());
        }
    }
}
