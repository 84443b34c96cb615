package dev.registrar.testing;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition or a future, up to a limit, in place of sleeping. */
public final class Await {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long SHORTEST_PAUSE = Duration.ofMillis(2).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofMillis(100).toNanos();

    /** A pause is this part of the time waited so far: many conditions are requests, and checking them takes CPU time. */
    private static final int PART_OF_THE_WAIT = 10;

    private Await() {}

    @CanIgnoreReturnValue
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
        var begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            var waited = System.nanoTime() - begin;
            if (waited > limit.toNanos()) {
                throw new AssertionError(
                        "Not true within %s: %s".formatted(limit, description), new TimeoutException());
            }
            LockSupport.parkNanos(Math.min(Math.max(waited / PART_OF_THE_WAIT, SHORTEST_PAUSE), LONGEST_PAUSE));
        }
    }
}
