package dev.registrar.registration.enrollment;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts, for operators, how the attempts of one worker have ended. */
record AttemptMeters(Counter confirmed, Counter rejected, Counter putOff, Counter abandoned) {

    static AttemptMeters in(MeterRegistry registry) {
        return new AttemptMeters(
                ended(registry, "confirmed"),
                ended(registry, "rejected"),
                ended(registry, "put_off"),
                ended(registry, "abandoned"));
    }

    private static Counter ended(MeterRegistry registry, String outcome) {
        return Counter.builder("registrar.enrollment.attempts")
                .description("Attempts to decide an enrollment, by how they ended")
                .tag("outcome", outcome)
                .register(registry);
    }
}
