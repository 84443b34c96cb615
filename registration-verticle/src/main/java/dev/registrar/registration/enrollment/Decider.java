package dev.registrar.registration.enrollment;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;

/** Decides on enrollments. */
@FunctionalInterface
interface Decider {
    /** Decides on a claim. Fails when no decision was made, with {@link UndecidedException} if the reason is known. */
    Future<Decision> decide(Claim claim);

    /** A decision on an enrollment. */
    sealed interface Decision {}

    record Confirm() implements Decision {}

    /** The enrollment is rejected. */
    record Reject(String reason) implements Decision {}

    /**
     * The enrollment cannot be decided now.
     *
     * @param retryAfter the wait before the next attempt; empty to leave it to the worker
     */
    record Later(String reason, Optional<Duration> retryAfter) implements Decision {}

    /** Who decides on enrollments. */
    enum Kind {
        /** {@link EffectiveDatesDecider}. */
        @JsonProperty("built-in")
        BUILT_IN,

        /** Another verticle, which consumes {@link EnrollmentBus#DECIDE}. */
        @JsonProperty("bus")
        BUS,

        /** {@link HttpDecider}. */
        @JsonProperty("http")
        HTTP
    }
}
