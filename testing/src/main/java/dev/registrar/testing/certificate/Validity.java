package dev.registrar.testing.certificate;

import java.time.Duration;
import java.time.Instant;

/** When a certificate is valid. */
public enum Validity {
    NOW(-1, 90),
    EXPIRED(-3, -2),
    FUTURE(3, 90);

    private final Duration begin;
    private final Duration end;

    Validity(int firstDay, int lastDay) {
        begin = Duration.ofDays(firstDay);
        end = Duration.ofDays(lastDay);
    }

    Instant begin() {
        return Instant.now().plus(begin);
    }

    Instant end() {
        return Instant.now().plus(end);
    }
}
