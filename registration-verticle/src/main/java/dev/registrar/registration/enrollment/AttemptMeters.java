package dev.registrar.registration.enrollment;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts, for operators, how the attempts of one worker have ended. */
final class AttemptMeters {
    private static final String NAME = "registrar.enrollment.attempts";
    private static final String DESCRIPTION = "Attempts to decide an enrollment, by how they ended";

    private final Counter confirmed;
    private final Counter rejected;
    private final Counter putOff;
    private final Counter abandoned;

    AttemptMeters(MeterRegistry registry) {
        confirmed = counter(registry, "confirmed");
        rejected = counter(registry, "rejected");
        putOff = counter(registry, "put_off");
        abandoned = counter(registry, "abandoned");
    }

    private static Counter counter(MeterRegistry registry, String outcome) {
        return Counter.builder(NAME)
                .description(DESCRIPTION)
                .tag("outcome", outcome)
                .register(registry);
    }

    void countConfirmed() {
        confirmed.increment();
    }

    void countRejected() {
        rejected.increment();
    }

    void countPutOff() {
        putOff.increment();
    }

    void countAbandoned() {
        abandoned.increment();
    }
}
