package dev.registrar.registration.enrollment;

import static dev.registrar.platform.database.Statement.seconds;

import dev.registrar.platform.operations.TraceParent;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A worker's claim on a pending registration.
 *
 * @param request how often the enrollment has been requested, from 1: what is the same in all attempts of one request
 * @param fencingToken increases with each claim on the registration; a write with an earlier token has no effect
 * @param attempt the attempt number, from 1
 * @param countedAttempts how many attempts, including this one, count against {@code enrollment.max-attempts}
 * @param revertsToPending whether the registration is pending again, and due, if its enrollment is rejected or
 *     abandoned: it was still pending before a change
 * @param requestedAt when the person asked for it; requesting it again does not change that while it is pending or
 *     confirmed
 * @param requester who has made the request; empty if that is not known
 * @param permit what is lifted for the person; empty if nothing is
 * @param isWaiting whether the registration is on a waiting list, and a seat may be free for it
 * @param age how long ago the enrollment process began, in whole seconds
 * @param trace of the request to which the registration owes this attempt
 */
public record Claim(
        UUID registration,
        int request,
        long fencingToken,
        int attempt,
        int countedAttempts,
        String uni,
        Offering offering,
        OffsetDateTime requestedAt,
        Optional<Requester> requester,
        Optional<Permit> permit,
        boolean revertsToPending,
        boolean isWaiting,
        Duration age,
        Optional<TraceParent> trace) {

    /** All numbers of the claim with which a registration is created. */
    private static final int FIRST = 1;

    /**
     * The columns of a new registration that is created with a claim, {@link #ofNew}: SQL expressions by column. If the
     * worker does not acquire it, the claim expires like any other one.
     */
    static Map<String, String> columnsOfNew(Duration lease) {
        return Map.of(
                "claim",
                Integer.toString(FIRST),
                "attempts",
                Integer.toString(FIRST),
                "due_at",
                "clock_timestamp() + make_interval(secs => %s)".formatted(seconds(lease)));
    }

    /** The claim with which a registration is created. */
    public static Claim ofNew(
            UUID registration,
            String uni,
            Offering offering,
            OffsetDateTime requestedAt,
            Requester requester,
            Optional<Permit> permit,
            Optional<TraceParent> trace) {
        return new Claim(
                registration,
                FIRST,
                FIRST,
                FIRST,
                FIRST,
                uni,
                offering,
                requestedAt,
                Optional.of(requester),
                permit,
                false,
                false,
                Duration.ZERO,
                trace);
    }
}
