package dev.registrar.registration.enrollment;

import dev.registrar.registration.enrollment.claims.AttemptOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;

/** Counts, for operators, how the attempts of one worker have ended. */
final class AttemptCounters {
    private final Map<AttemptOutcome, Counter> counters = new EnumMap<>(AttemptOutcome.class);

    /** All of them are there, at 0, from the start. */
    AttemptCounters(MeterRegistry registry) {
        for (var outcome : AttemptOutcome.values()) {
            counters.put(
                    outcome,
                    Counter.builder("registrar.enrollment.attempts")
                            .description("Attempts to decide an enrollment, by how they ended")
                            .tag("outcome", outcome.label())
                            .register(registry));
        }
    }

    void count(AttemptOutcome outcome) {
        counters.get(outcome).increment();
    }
}
