package dev.registrar.registration.enrollment;

import dev.registrar.registration.enrollment.claims.AttemptOutcome;
import dev.registrar.resource.operations.NodeMetrics;
import io.micrometer.core.instrument.Counter;
import java.util.EnumMap;
import java.util.Map;

/** Metrics of the attempts of one worker, by outcome. */
final class AttemptCounters {
    private final Map<AttemptOutcome, Counter> counters = new EnumMap<>(AttemptOutcome.class);

    /** Registers all counters at once, so that each exists from the start with the value 0. */
    AttemptCounters(NodeMetrics metrics) {
        for (var outcome : AttemptOutcome.values()) {
            counters.put(
                    outcome,
                    metrics.counter(
                            "registrar.enrollment.attempts",
                            "Attempts to decide an enrollment, by outcome",
                            "outcome",
                            outcome.label()));
        }
    }

    void count(AttemptOutcome outcome) {
        counters.get(outcome).increment();
    }
}
