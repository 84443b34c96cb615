package dev.registrar.events.webhook;

import dev.registrar.events.webhook.EndpointClaims.Claim;
import dev.registrar.events.webhook.EndpointClaims.Fence;
import java.time.Duration;
import java.util.Optional;

/** The claim of one worker on one endpoint, and the progress of the endpoint, as far as this worker knows. */
final class HeldClaim {
    private final Duration lease;
    private Optional<Fence> fence = Optional.empty();
    private long heldUntil;
    private long position;
    private int waiting;

    /** What was asked of the database before this time may be older than the progress that this worker knows. */
    private long changedAt = System.nanoTime();

    private long pausedUntil = System.nanoTime();
    private boolean isStopped;

    /**
     * Until this time, a claim that was read from the database may be older than the last pause or stop of this worker.
     */
    private long localPauseWinsUntil = System.nanoTime();

    private boolean isEnding;
    private boolean isReleased;

    HeldClaim(Duration lease) {
        this.lease = lease;
    }

    /**
     * Receives the state that the database has. It does not end a pause or a stop that this worker has learned of less
     * than a lease ago.
     *
     * @param asked when the database was asked, by {@link System#nanoTime}: the lease began later
     */
    void receive(Claim claim, long asked) {
        var isCurrent = asked - changedAt > 0;
        if (isCurrent) {
            position = claim.position();
            waiting = claim.waiting();
        }
        var isRenewed = isUnder(claim.fence());
        fence = Optional.of(claim.fence()).filter(read -> claim.isHeld() && (isCurrent || isRenewed));
        heldUntil = asked + lease.toNanos();
        var paused = asked + claim.paused().toNanos();
        var localWins = localPauseWinsUntil - System.nanoTime() > 0;
        pausedUntil = localWins ? later(pausedUntil, paused) : paused;
        isStopped = claim.isStopped() || (localWins && isStopped);
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }

    /** Whether a delivery may begin now. */
    boolean allowsAttempts() {
        var now = System.nanoTime();
        return !isEnding && !isStopped && fence.isPresent() && heldUntil - now > 0 && pausedUntil - now <= 0;
    }

    /** What every update carries; empty unless the claim is held. */
    Optional<Fence> fence() {
        return fence;
    }

    /** Every event up to it has been delivered or given up, or is waiting. */
    long position() {
        return position;
    }

    /** The number of events that failed, or wait for one that failed. */
    int waiting() {
        return waiting;
    }

    /** A position has been stored, and further events that wait. */
    void advance(Fence under, long to, int furtherWaiting) {
        if (isUnder(under)) {
            position = to;
            waiting += furtherWaiting;
            changedAt = System.nanoTime();
        }
    }

    /** An event no longer waits. */
    void settle() {
        waiting--;
        changedAt = System.nanoTime();
    }

    /** The endpoint wants to be left alone for a while. */
    void pause(Duration wait) {
        var now = System.nanoTime();
        pausedUntil = later(pausedUntil, now + wait.toNanos());
        localPauseWinsUntil = now + lease.toNanos();
    }

    /**
     * The endpoint wants no more deliveries.
     *
     * @return false if that was known
     */
    boolean stop() {
        var wasStopped = isStopped;
        isStopped = true;
        localPauseWinsUntil = System.nanoTime() + lease.toNanos();
        return !wasStopped;
    }

    /**
     * Another worker has claimed the endpoint since this worker had this claim, or it is not known whether progress has
     * been stored: nothing is delivered before the database has been asked.
     */
    void lose(Fence lost) {
        if (isUnder(lost)) {
            fence = Optional.empty();
            changedAt = System.nanoTime();
        }
    }

    private boolean isUnder(Fence other) {
        return fence.filter(other::equals).isPresent();
    }

    void stopAttempts() {
        isEnding = true;
    }

    boolean isReleased() {
        return isReleased;
    }

    /** Ends the claim; returns its fence if it was held. */
    Optional<Fence> release() {
        isReleased = true;
        var held = fence;
        fence = Optional.empty();
        return held;
    }
}
