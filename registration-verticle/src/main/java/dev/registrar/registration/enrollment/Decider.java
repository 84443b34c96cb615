package dev.registrar.registration.enrollment;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;

@FunctionalInterface
interface Decider {
    /** Decides on a claim. Fails when no decision was made, with {@link UndecidedException} if the reason is known. */
    Future<Decision> decide(Claim claim);

    sealed interface Decision {}

    record Confirm() implements Decision {}

    /** The enrollment is rejected. */
    record Reject(String reason) implements Decision {}

    /**
     * The enrollment currently cannot be decided.
     *
     * @param retryAfter the wait before the next attempt; empty to leave it to the worker
     */
    record Later(String reason, Optional<Duration> retryAfter) implements Decision {}

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
