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

    /** Until then, the database may have been asked before the last wish of the endpoint was stored. */
    private long wishesCountUntil = System.nanoTime();

    private boolean isEnding;
    private boolean isReleased;

    HeldClaim(Duration lease) {
        this.lease = lease;
    }

    /**
     * Takes the state that the database has. It does not end a pause or a stop that this worker has learned of less than a
     * lease ago.
     *
     * @param asked when the database was asked, by {@link System#nanoTime}: the lease began later
     */
    void take(Claim taken, long asked) {
        claim = Optional.of(taken).filter(Claim::isHeld);
        heldUntil = asked + lease.toNanos();
        waiting = taken.waiting();
        var paused = asked + taken.paused().toNanos();
        var wishesCount = wishesCountUntil - System.nanoTime() > 0;
        pausedUntil = wishesCount ? later(pausedUntil, paused) : paused;
        isStopped = taken.isStopped() || (wishesCount && isStopped);
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
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

    /** The fencing token, if the claim is held. */
    Optional<Long> token() {
        return claim.map(Claim::fencingToken);
    }

    /** The number of events that failed, or wait for one that failed. */
    int waiting() {
        return waiting;
    }

    void addWaiting(int events) {
        waiting += events;
    }

    /** The endpoint wants to be left alone for a while. */
    void pause(Duration wait) {
        var now = System.nanoTime();
        pausedUntil = later(pausedUntil, now + wait.toNanos());
        wishesCountUntil = now + lease.toNanos();
    }

    /**
     * The endpoint wants no more deliveries.
     *
     * @return false if that was known
     */
    boolean stop() {
        var wasStopped = isStopped;
        isStopped = true;
        wishesCountUntil = System.nanoTime() + lease.toNanos();
        return !wasStopped;
    }

    /** Another worker has claimed the endpoint since this worker had a claim with this fencing token. */
    void lose(long fencingToken) {
        claim = claim.filter(current -> current.fencingToken() != fencingToken);
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
        var token = token();
        claim = Optional.empty();
        return token;
    }
}
