package dev.registrar.registration.enrollment;

import dev.registrar.registration.enrollment.EnrollmentQueue.Settled;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts that one worker has in hand: each asks for a decision and stores it, and none waits for another. Belongs to
 * one event loop.
 */
final class EnrollmentAttempts {
    private static final Logger LOG = LoggerFactory.getLogger(EnrollmentAttempts.class);
    private static final int CAPACITY = 200;

    /** While nobody at all gets a decision, the fault is not that of one enrollment. */
    private static final Duration OUTAGE = Duration.ofSeconds(10);

    private static final Duration OUTAGE_RETRY_CAP = Duration.ofSeconds(3);
    private static final String NO_DECISION = "No decision on this enrollment could be had.";

    private final EnrollmentQueue queue;
    private final Decider decider;
    private final EnrollmentSettings settings;
    private final AttemptMeters meters;
    private final ClaimLedger ledger;
    private final Backoff backoff;
    private final Map<UUID, Claim> inHand = new HashMap<>();
    private Instant lastDecision = Instant.EPOCH;

    EnrollmentAttempts(EnrollmentQueue queue, Decider decider, EnrollmentSettings settings, AttemptMeters meters) {
        this.queue = queue;
        this.decider = decider;
        this.settings = settings;
        this.meters = meters;
        ledger = new ClaimLedger(queue, inHand::values);
        backoff = new Backoff(settings.retryDelay(), settings.retryCap());
    }

    /** How many more attempts there is room for. */
    int room() {
        return CAPACITY - inHand.size();
    }

    /** Whether an attempt on a registration is in hand now. */
    boolean include(UUID registration) {
        return inHand.containsKey(registration);
    }

    /** Completes when the claim is settled, put off or abandoned; never fails. */
    Future<Void> begin(Claim claim) {
        inHand.put(claim.registration(), claim);
        return outcome(claim)
                .onFailure(failure -> LOG.warn(
                        "The outcome for registration {} cannot be stored; its claim lapses",
                        claim.registration(),
                        failure))
                .otherwiseEmpty()
                .onComplete(over -> inHand.remove(claim.registration(), claim));
    }

    /** Tells the database that this worker is still at it. */
    void keepClaims() {
        ledger.extend();
    }

    private Future<Void> outcome(Claim claim) {
        if (claim.attempt() > settings.maxAttempts()) {
            return abandon(claim, "Each attempt ended before it came to a decision.");
        }
        return Future.succeededFuture(claim)
                .compose(decider::decide)
                .timeout(settings.decisionTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .compose(decision -> apply(claim, decision), failure -> withoutDecision(claim, failure));
    }

    private Future<Void> apply(Claim claim, Decision decision) {
        lastDecision = Instant.now();
        if (decision instanceof Decision.Reject rejection) {
            return ledger.settle(new Settled(claim, EnrollmentState.REQUESTED, rejection.reason()))
                    .onSuccess(stored -> meters.rejected().increment());
        }
        if (decision instanceof Decision.Later later) {
            return tryAgain(claim, later.retryAfter().orElseGet(() -> backoff.after(claim.attempt())), later.reason());
        }
        return ledger.settle(new Settled(claim, EnrollmentState.CONFIRMED, null))
                .onSuccess(stored -> meters.confirmed().increment());
    }

    private Future<Void> withoutDecision(Claim claim, Throwable failure) {
        LOG.warn("No decision on registration {}, attempt {}", claim.registration(), claim.attempt(), failure);
        var wait = backoff.after(claim.attempt());
        if (!isOutage() || claim.age().compareTo(settings.outagePatience()) >= 0) {
            return tryAgain(claim, wait, NO_DECISION);
        }
        var soon = wait.compareTo(OUTAGE_RETRY_CAP) < 0 ? wait : OUTAGE_RETRY_CAP;
        return putOff(claim, soon, NO_DECISION, false);
    }

    private boolean isOutage() {
        return Instant.now().isAfter(lastDecision.plus(OUTAGE));
    }

    private Future<Void> tryAgain(Claim claim, Duration wait, String reason) {
        return claim.attempt() < settings.maxAttempts() ? putOff(claim, wait, reason, true) : abandon(claim, reason);
    }

    private Future<Void> putOff(Claim claim, Duration wait, String reason, boolean counts) {
        return queue.putOff(claim, wait, reason, counts)
                .onSuccess(stored -> meters.putOff().increment());
    }

    private Future<Void> abandon(Claim claim, String reason) {
        LOG.error(
                "Registration {} is abandoned after {} attempts: {}",
                claim.registration(),
                settings.maxAttempts(),
                reason);
        return queue.abandon(claim, reason)
                .onSuccess(stored -> meters.abandoned().increment());
    }
}
