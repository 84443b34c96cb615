package dev.registrar.platform.time;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The wait before the next attempt: it doubles each time up to a cap, with random jitter. */
public record Backoff(Duration first, Duration cap) {
    private static final int MAX_DOUBLINGS = 30;

    /** The wait after an attempt number, from 1: a random time between half of the doubled time and all of it. */
    public Duration after(int attempt) {
        var doublings = Math.min(attempt - 1, MAX_DOUBLINGS);
        var isCapped = first.toMillis() > cap.toMillis() >> doublings;
        var longest = isCapped ? cap.toMillis() : first.toMillis() << doublings;
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1));
    }
}
