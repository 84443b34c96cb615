package dev.registrar.registration.enrollment;

import dev.registrar.registration.enrollment.claims.AttemptOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;

/** Metrics of the attempts of one worker, by outcome. */
final class AttemptCounters {
    private final Map<AttemptOutcome, Counter> counters = new EnumMap<>(AttemptOutcome.class);

    /** Registers all counters at once, so that each exists from the start with the value 0. */
    AttemptCounters(MeterRegistry registry) {
        for (var outcome : AttemptOutcome.values()) {
            counters.put(
                    outcome,
                    Counter.builder("registrar.enrollment.attempts")
                            .description("Attempts to decide an enrollment, by outcome")
                            .tag("outcome", outcome.label())
                            .register(registry));
        }
    }

    void count(AttemptOutcome outcome) {
        counters.get(outcome).increment();
    }
}
