package dev.registrar.registration.enrollment.claims;

import dev.registrar.resource.operations.TraceParent;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * A worker's claim on a pending registration.
 *
 * @param request how often the enrollment has been requested, from 1: what is the same in all attempts of one request
 * @param fencingToken increases with each claim on the registration; a write with an earlier token has no effect
 * @param attempt the attempt number, from 1
 * @param countedAttempts how many attempts, including this one, count against {@code enrollment.max-attempts}
 * @param revertsToPending whether the registration is pending again, and due, if its enrollment is rejected or abandoned: it
 *     was still pending before a change
 * @param age how long ago the enrollment was requested, in whole seconds
 * @param trace of the request to which the registration owes this attempt
 */
public record Claim(
        UUID registration,
        int request,
        long fencingToken,
        int attempt,
        int countedAttempts,
        String uni,
        UUID course,
        boolean revertsToPending,
        Duration age,
        Optional<TraceParent> trace) {

    /** The claim with which a registration is created. */
    public static Claim ofNew(UUID registration, String uni, UUID course, Optional<TraceParent> trace) {
        return new Claim(registration, 1, 1, 1, 1, uni, course, false, Duration.ZERO, trace);
    }
}
