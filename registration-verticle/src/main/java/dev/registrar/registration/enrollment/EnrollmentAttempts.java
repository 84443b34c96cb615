package dev.registrar.registration.enrollment;

import dev.registrar.platform.concurrency.ConcurrencyLimit;
import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.platform.operations.LaterWork;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.operations.OccasionalWarning;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.time.Backoff;
import dev.registrar.platform.time.Deadline;
import dev.registrar.registration.enrollment.Decider.Decision;
import dev.registrar.registration.enrollment.EnrollmentQueue.Settled;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the attempts of one worker: each asks for a decision and stores it, and none waits for another. Use it on one
 * event loop only.
 */
final class EnrollmentAttempts {
    private static final Logger LOG = LoggerFactory.getLogger(EnrollmentAttempts.class);
    private static final String SPAN = "enrollment attempt";

    /** How long to wait for attempts when the worker stops. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    private final Vertx vertx;
    private final EnrollmentQueue queue;
    private final Decider decider;
    private final int capacity;
    private final EnrollmentSettings settings;
    private final TimeLimits limits;
    private final Map<AttemptOutcome, Counter> counters;
    private final ClaimWriter writer;
    private final Backoff backoff;
    private final ProcessWarning leaseWarning;
    private final ProcessWarning unstoredWarning;
    private final OccasionalWarning undecidedWarning;
    private final DeciderWatch watch = new DeciderWatch();
    private final Map<UUID, Claim> held = new ConcurrentHashMap<>();
    private final ConcurrencyLimit inProgress = ConcurrencyLimit.none();

    EnrollmentAttempts(
            Vertx vertx,
            EnrollmentQueue queue,
            Decider decider,
            int capacity,
            EnrollmentSettings settings,
            TimeLimits limits) {
        this.vertx = vertx;
        this.queue = queue;
        this.decider = decider;
        this.capacity = capacity;
        this.settings = settings;
        this.limits = limits;
        counters = AttemptOutcome.counters(NodeMetrics.of(vertx));
        leaseWarning = new ProcessWarning(vertx, LOG, "Claims cannot be renewed or handed back now; they expire");
        unstoredWarning =
                new ProcessWarning(vertx, LOG, "The outcome of an attempt cannot be stored; its claim expires");
        undecidedWarning = new OccasionalWarning(vertx, LOG, "Registrations stay pending");
        writer = new ClaimWriter(vertx, queue, held::values, leaseWarning);
        backoff = new Backoff(limits.retryDelay(), limits.retryCap());
    }

    /** How many more attempts can start now. Thread-safe. */
    int room() {
        return capacity - held.size();
    }

    /** Whether an attempt on a registration is in progress. */
    boolean contains(UUID registration) {
        return held.containsKey(registration);
    }

    /** Whether there is no decider: then one attempt at a time is enough to find out when there is one. */
    boolean isDeciderAbsent() {
        return watch.isAbsent();
    }

    /** What to do when somebody on a waiting list has to be asked. */
    void onLookDue(Runnable action) {
        writer.onLookDue(action);
    }

    void renewLeases() {
        writer.renew();
    }

    /**
     * Completes when the claim is settled, put off or abandoned.
     *
     * @return fails if the outcome cannot be stored
     */
    Future<AttemptResult> begin(Claim claim) {
        held.put(claim.registration(), claim);
        return inProgress
                .run(() -> new LaterWork(SPAN, claim.trace()).begin(vertx, () -> outcome(claim)))
                .onSuccess(result -> counters.get(result.outcome()).increment())
                .onFailure(unstoredWarning::log)
                .onComplete(over -> held.remove(claim.registration(), claim));
    }

    private Future<AttemptResult> outcome(Claim claim) {
        if (claim.countedAttempts() > settings.maxAttempts()) {
            return abandon(claim, "Every attempt ended without a decision.");
        }
        // Kept in this context, whose event loop then watches the time; a future without a context takes another
        // thread.
        var decision = RequestContext.kept(Future.succeededFuture(claim).compose(decider::decide));
        return Deadline.in(limits.decision())
                .bound(decision)
                .compose(
                        made -> decided(claim, made),
                        failure -> undecided(claim, UndecidedException.of(failure, limits.decision())));
    }

    private Future<AttemptResult> decided(Claim claim, Decision decision) {
        watch.recordDecision();
        if (decision instanceof Decider.Reject rejection) {
            return settle(new Settled(claim, EnrollmentState.REQUESTED, rejection.reason()));
        }
        if (decision instanceof Decider.Later later) {
            var wait = later.retryAfter().orElseGet(() -> backoff.after(claim.attempt()));
            return putOff(AttemptOutcome.PUT_OFF, claim, wait, later.reason(), false);
        }
        return settle(new Settled(claim, EnrollmentState.CONFIRMED, null));
    }

    private Future<AttemptResult> settle(Settled settled) {
        return writer.settle(settled)
                .map(stored -> stored.map(ended ->
                                new AttemptResult(AttemptOutcome.ofResult(ended.result()), ended.confirmedAt()))
                        .orElse(AttemptResult.of(AttemptOutcome.SUPERSEDED)));
    }

    private static Future<AttemptResult> ifStored(AttemptOutcome outcome, Future<Boolean> write) {
        return write.map(isStored -> AttemptResult.of(isStored ? outcome : AttemptOutcome.SUPERSEDED));
    }

    private Future<AttemptResult> undecided(Claim claim, UndecidedException why) {
        watch.recordNoDecision(why);
        if (watch.isAbsent()) {
            return putOff(why.outcome(), claim, limits.retryDelay(), why.getMessage(), false);
        }
        undecidedWarning.log(why);
        var counts = counts(claim);
        return counts && claim.countedAttempts() >= settings.maxAttempts()
                ? abandon(claim, why.getMessage())
                : putOff(why.outcome(), claim, backoff.after(claim.attempt()), why.getMessage(), counts);
    }

    private Future<AttemptResult> putOff(
            AttemptOutcome outcome, Claim claim, Duration wait, String reason, boolean counts) {
        return ifStored(outcome, queue.putOff(claim, wait, reason, counts, watch.isAbsent()));
    }

    /**
     * An attempt during an outage does not count, for at most {@code enrollment.outage-timeout}; nor does one about
     * somebody who waits for a seat anyway.
     */
    private boolean counts(Claim claim) {
        return !claim.isWaiting() && (!watch.isOutage() || claim.age().compareTo(settings.outageTimeout()) >= 0);
    }

    private Future<AttemptResult> abandon(Claim claim, String reason) {
        return ifStored(AttemptOutcome.ABANDONED, queue.abandon(claim, reason).onSuccess(isAbandoned -> {
            if (isAbandoned) {
                logAbandoned(claim, reason);
            }
        }));
    }

    private static void logAbandoned(Claim claim, String reason) {
        LOG.error("Registration {} is abandoned after {} attempts: {}", claim.registration(), claim.attempt(), reason);
    }

    /**
     * Completes when all attempts have ended; those that take too long are handed back, so that other workers can claim
     * them at once.
     */
    Future<Void> whenIdle() {
        return inProgress
                .whenIdle()
                .timeout(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .recover(late -> handBack(held.values()));
    }

    /** Hands claims back, so that any worker can claim their registrations at once; the attempts do not count. */
    Future<Void> handBack(Collection<Claim> claims) {
        return queue.handBack(claims).onFailure(leaseWarning::log);
    }
}
