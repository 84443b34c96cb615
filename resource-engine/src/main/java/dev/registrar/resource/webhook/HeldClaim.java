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
    private long stoppedUntil = System.nanoTime();
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
        isStopped = taken.isStopped() || stoppedUntil - System.nanoTime() > 0;
    }

    /** Whether a delivery may begin now. */
    boolean allowsAttempts() {
        var now = System.nanoTime();
        return !isEnding && !isStopped && claim.isPresent() && heldUntil - now > 0 && pausedUntil - now <= 0;
    }

    /** The fencing token of a claim that allows attempts. */
    long fencingToken() {
        return claim.orElseThrow().fencingToken();
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

    /**
     * The endpoint wants no more deliveries. For a lease, the state that the database has does not change that: it may have been
     * asked before this was stored.
     *
     * @return false if that was known
     */
    boolean stop() {
        var wasStopped = isStopped;
        isStopped = true;
        stoppedUntil = System.nanoTime() + lease.toNanos();
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
