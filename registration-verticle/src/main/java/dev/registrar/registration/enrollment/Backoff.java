package dev.registrar.registration.enrollment;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long an enrollment waits before the next attempt: twice as long each time, up to a cap, and never quite the same. */
record Backoff(Duration first, Duration cap) {
    private static final int MOST_DOUBLINGS = 30;

    /** The wait after an attempt, from 1: between half of the doubled time and all of it. */
    Duration after(int attempt) {
        var doublings = Math.min(attempt - 1, MOST_DOUBLINGS);
        var isCapped = first.toMillis() > cap.toMillis() >> doublings;
        var longest = isCapped ? cap.toMillis() : first.toMillis() << doublings;
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1));
    }
}
