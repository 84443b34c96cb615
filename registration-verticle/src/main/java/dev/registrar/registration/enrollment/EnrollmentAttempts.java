package dev.registrar.registration.enrollment;

import dev.registrar.registration.enrollment.claims.AttemptOutcome;
import dev.registrar.registration.enrollment.claims.Claim;
import dev.registrar.registration.enrollment.claims.ClaimWriter;
import dev.registrar.registration.enrollment.claims.EnrollmentQueue;
import dev.registrar.registration.enrollment.claims.EnrollmentQueue.Settled;
import dev.registrar.registration.enrollment.claims.EnrollmentState;
import dev.registrar.registration.enrollment.decision.Decider;
import dev.registrar.registration.enrollment.decision.DeciderWatch;
import dev.registrar.registration.enrollment.decision.Decision;
import dev.registrar.registration.enrollment.decision.UndecidedException;
import dev.registrar.resource.bus.receiving.WorkInProgress;
import dev.registrar.resource.database.failure.ProcessWarning;
import dev.registrar.resource.log.OccasionalWarning;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
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

    /** How long attempts may take to end when the worker stops. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final EnrollmentQueue queue;
    private final Decider decider;
    private final EnrollmentSettings settings;
    private final AttemptCounters counters;
    private final ClaimWriter writer;
    private final Backoff backoff;
    private final ProcessWarning lapses;
    private final ProcessWarning unstored;
    private final OccasionalWarning undecided;
    private final DeciderWatch watch = new DeciderWatch();
    private final Map<UUID, Claim> inHand = new HashMap<>();
    private final WorkInProgress underWay = new WorkInProgress();

    EnrollmentAttempts(
            Vertx vertx,
            EnrollmentQueue queue,
            Decider decider,
            EnrollmentSettings settings,
            AttemptCounters counters) {
        this.queue = queue;
        this.decider = decider;
        this.settings = settings;
        this.counters = counters;
        lapses = new ProcessWarning(vertx, LOG, "Claims lapse");
        unstored = new ProcessWarning(vertx, LOG, "The outcome of an attempt cannot be stored; its claim lapses");
        undecided = new OccasionalWarning(vertx, LOG, "Registrations stay pending");
        writer = new ClaimWriter(queue, inHand::values, lapses);
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

    /** Whether there is nobody to decide: then one attempt at a time is enough to find out when there is. */
    boolean lackDecider() {
        return watch.isAbsent();
    }

    /** Completes when the claim is settled, put off or abandoned; never fails. */
    Future<Void> begin(Claim claim) {
        inHand.put(claim.registration(), claim);
        return underWay.track(attempt(claim));
    }

    private Future<Void> attempt(Claim claim) {
        return outcome(claim)
                .onSuccess(counters::count)
                .onFailure(unstored::tell)
                .<Void>mapEmpty()
                .otherwiseEmpty()
                .onComplete(over -> inHand.remove(claim.registration(), claim));
    }

    /** Completes when all attempts have ended; those that take long are left to other workers, who need not wait. */
    Future<Void> end() {
        return underWay.end()
                .timeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .recover(late -> queue.handBack(inHand.values()))
                .onFailure(lapses::tell);
    }

    /** Renews the leases of the claims in hand. */
    void renewLeases() {
        writer.renew();
    }

    private Future<AttemptOutcome> outcome(Claim claim) {
        if (claim.countedAttempts() > settings.maxAttempts()) {
            return abandon(claim, "Each attempt ended before it came to a decision.");
        }
        return Future.succeededFuture(claim)
                .compose(decider::decide)
                .timeout(settings.decisionTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .compose(
                        decision -> decided(claim, decision),
                        failure -> undecided(claim, UndecidedException.of(failure)));
    }

    private Future<AttemptOutcome> decided(Claim claim, Decision decision) {
        watch.decided();
        if (decision instanceof Decision.Reject rejection) {
            return writer.settle(new Settled(claim, EnrollmentState.REQUESTED, rejection.reason()))
                    .map(AttemptOutcome.REJECTED);
        }
        if (decision instanceof Decision.Later later) {
            var wait = later.retryAfter().orElseGet(() -> backoff.after(claim.attempt()));
            return tryAgain(claim, wait, later.reason(), AttemptOutcome.PUT_OFF);
        }
        return writer.settle(new Settled(claim, EnrollmentState.CONFIRMED, null))
                .map(AttemptOutcome.CONFIRMED);
    }

    private Future<AttemptOutcome> undecided(Claim claim, UndecidedException why) {
        watch.undecided(why.outcome());
        if (watch.isAbsent()) {
            return queue.putOff(claim, settings.retryDelay(), why.getMessage(), false)
                    .map(why.outcome());
        }
        undecided.tell(why);
        var wait = backoff.after(claim.attempt());
        return counts(claim)
                ? tryAgain(claim, wait, why.getMessage(), why.outcome())
                : queue.putOff(claim, wait, why.getMessage(), false).map(why.outcome());
    }

    /** An attempt in an outage does not count, as long as patience lasts. */
    private boolean counts(Claim claim) {
        return !watch.isOutage() || claim.age().compareTo(settings.outagePatience()) >= 0;
    }

    private Future<AttemptOutcome> tryAgain(Claim claim, Duration wait, String reason, AttemptOutcome outcome) {
        return claim.countedAttempts() < settings.maxAttempts()
                ? queue.putOff(claim, wait, reason, true).map(outcome)
                : abandon(claim, reason);
    }

    private Future<AttemptOutcome> abandon(Claim claim, String reason) {
        LOG.error("Registration {} is abandoned after {} attempts: {}", claim.registration(), claim.attempt(), reason);
        return queue.abandon(claim, reason).map(AttemptOutcome.ABANDONED);
    }
}
