package dev.registrar.resource.webhook;

import dev.registrar.resource.webhook.state.EndpointClaims.Claim;
import java.time.Duration;
import java.util.Optional;

/** The claim of one worker on one endpoint, as far as this worker knows. */
final class HeldClaim {
    private final Duration lease;
    private Optional<Claim> claim = Optional.empty();
    private long heldUntil;
    private long pausedUntil = System.nanoTime();
    private int waiting;
    private boolean isStopped;
    private boolean isEnding;
    private boolean isReleased;

    HeldClaim(Duration lease) {
        this.lease = lease;
    }

    /**
     * Takes the state that the database has.
     *
     * @param asked when the database was asked, by {@link System#nanoTime}: the lease began later
     */
    void take(Claim taken, long asked) {
        claim = Optional.of(taken).filter(Claim::isHeld);
        heldUntil = asked + lease.toNanos();
        pausedUntil = asked + taken.paused().toNanos();
        waiting = taken.waiting();
        isStopped = taken.isStopped();
    }

    /** Whether a delivery may begin now. */
    boolean allowsAttempts() {
        var now = System.nanoTime();
        return !isEnding && !isStopped && claim.isPresent() && heldUntil - now > 0 && pausedUntil - now <= 0;
    }

    long fencingToken() {
        return claim.map(Claim::fencingToken).orElse(-1L);
    }

    /** The number of events that failed, or wait for one that failed. */
    int waiting() {
        return waiting;
    }

    void addWaiting(int events) {
        waiting += events;
    }

    void pause(Duration wait) {
        pausedUntil = Math.max(pausedUntil, System.nanoTime() + wait.toNanos());
    }

    /** The endpoint wants no more deliveries; returns false if that was known. */
    boolean stop() {
        var wasStopped = isStopped;
        isStopped = true;
        return !wasStopped;
    }

    /** Another worker has claimed the endpoint. */
    void lose() {
        claim = Optional.empty();
    }

    void stopAttempts() {
        isEnding = true;
    }

    boolean isReleased() {
        return isReleased;
    }

    /** Ends the claim; returns its fencing token if it was held. */
    Optional<Long> release() {
        isReleased = true;
        var token = claim.map(Claim::fencingToken);
        claim = Optional.empty();
        return token;
    }
}
