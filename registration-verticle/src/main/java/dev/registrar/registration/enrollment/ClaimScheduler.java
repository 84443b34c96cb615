package dev.registrar.registration.enrollment;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.resource.bus.ErrorReply;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.error.JsonApiError;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims pending registrations for a worker, up to its capacity: those named by messages and, at each poll, all that
 * are due. It runs one claim statement at a time. Messages that arrive meanwhile are claimed together, a message about
 * a registration that is being attempted joins that attempt, and nothing piles up while the database is unavailable.
 * Use it on one event loop only.
 */
final class ClaimScheduler {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimScheduler.class);

    /** The maximum number of registrations that messages wait for; the poll finds further ones. */
    private static final int MAX_WAITING = 1_000;

    private static final JsonApiError NO_ID =
            MALFORMED_REQUEST.because("The message body must be the id of a registration, a string.");

    private static final int BATCH = 100;

    /** How many registrations to claim while there is no decider, to find out whether there is one again. */
    private static final int PROBE = 1;

    private static final Duration OTHER_WORKER_DELAY = Duration.ofMillis(50);

    private final Vertx vertx;
    private final EnrollmentQueue queue;
    private final EnrollmentAttempts attempts;
    private final ProcessWarning warning;
    private final Map<UUID, List<Message<Object>>> waiting = new HashMap<>();
    private final Set<UUID> unclaimed = new HashSet<>();
    /** Those that a message has named since the attempt in progress began. */
    private final Set<UUID> namedAgain = new HashSet<>();

    private boolean pollIsDue;
    private boolean messagesWereLast;
    private Future<List<Claim>> claiming = Future.succeededFuture(List.of());
    private boolean stopped;

    ClaimScheduler(Vertx vertx, EnrollmentQueue queue, EnrollmentAttempts attempts) {
        this.vertx = vertx;
        this.queue = queue;
        this.attempts = attempts;
        warning = new ProcessWarning(vertx, LOG, "Pending registrations currently cannot be claimed");
    }

    /** Adds a message that names a pending registration; it is replied to when the enrollment is decided or put off. */
    void add(Message<Object> message) {
        var registration = message.body() instanceof String id ? Ids.parse(id) : Optional.<UUID>empty();
        if (registration.isEmpty()) {
            ErrorReply.send(message, NO_ID.asException());
        } else if (stopped || waiting.size() >= MAX_WAITING) {
            message.reply(null);
        } else {
            add(registration.get(), message);
        }
    }

    private void add(UUID registration, Message<Object> message) {
        waiting.computeIfAbsent(registration, first -> new ArrayList<>()).add(message);
        if (attempts.contains(registration)) {
            namedAgain.add(registration);
        } else {
            unclaimed.add(registration);
            claimNext();
        }
    }

    /**
     * Acquires a registration that was created with a claim for this worker.
     *
     * @return the outcome of the attempt; fails if the claim was handed back, so that any worker may claim the
     *     registration
     */
    Future<AttemptResult> acquire(Claim claim) {
        if (stopped || attempts.room() <= 0) {
            return attempts.handBack(List.of(claim))
                    .<AttemptResult>compose(over -> Future.failedFuture("There is no room for another attempt"))
                    .onComplete(over -> poll());
        }
        return begin(claim);
    }

    /** Claims registrations that are due, whether or not a message named them. */
    void poll() {
        pollIsDue = true;
        claimNext();
    }

    /** Stops claiming. Completes when no attempt is in progress; never fails. */
    Future<Void> stop() {
        stopped = true;
        List.copyOf(unclaimed).forEach(this::reply);
        return claiming.<Void>mapEmpty()
                .otherwiseEmpty()
                .compose(claimed -> attempts.whenIdle())
                .otherwiseEmpty()
                .onComplete(ended -> List.copyOf(waiting.keySet()).forEach(this::reply));
    }

    /** Alternates between messages and polls, so that neither starves the other. */
    private void claimNext() {
        var limit = Math.min(BATCH, attempts.room());
        if (stopped || !claiming.isComplete() || limit <= 0) {
            return;
        }
        if (pollIsDue && (unclaimed.isEmpty() || messagesWereLast)) {
            messagesWereLast = false;
            claimDue(limit);
        } else if (!unclaimed.isEmpty()) {
            messagesWereLast = true;
            claimNamed(limit);
        }
    }

    private void claimDue(int limit) {
        pollIsDue = false;
        var isProbe = attempts.isDeciderAbsent();
        claim(queue.claimDue(isProbe ? PROBE : limit)
                .onSuccess(claims -> pollIsDue |= !isProbe && claims.size() == limit));
    }

    private void claimNamed(int limit) {
        var batch = unclaimed.stream().limit(limit).collect(Collectors.toSet());
        unclaimed.removeAll(batch);
        claim(queue.claim(batch)
                .onSuccess(claims -> leaveToOthers(batch, claims))
                .onFailure(leftToPoll -> batch.forEach(this::reply)));
    }

    private void claim(Future<List<Claim>> claims) {
        claiming = claims;
        claims.onSuccess(this::beginAll).onFailure(warning::log).onComplete(done -> claimNext());
    }

    private void beginAll(List<Claim> claims) {
        for (var claim : claims) {
            var unused = begin(claim);
        }
    }

    private Future<AttemptResult> begin(Claim claim) {
        unclaimed.remove(claim.registration());
        return attempts.begin(claim)
                .onComplete(over -> end(claim, over.map(AttemptResult::outcome).result()))
                .otherwise(AttemptResult.of(AttemptOutcome.SUPERSEDED));
    }

    /**
     * Replies to the messages about a registration whose attempt has ended. If they may be about a later request for
     * its enrollment, they join the attempt that a poll has begun for that, or claim the registration again. One that
     * has arrived meanwhile may be about a request that was made after the outcome had been stored.
     */
    private void end(Claim claim, AttemptOutcome outcome) {
        var registration = claim.registration();
        var isRequestedAgain = outcome == AttemptOutcome.SUPERSEDED && waiting.containsKey(registration);
        if (!isRequestedAgain) {
            reply(registration);
        }
        var isNamedAgain = namedAgain.remove(registration);
        if ((isRequestedAgain || isNamedAgain || isPendingAgain(claim, outcome)) && !attempts.contains(registration)) {
            unclaimed.add(registration);
        }
        claimNext();
    }

    private static boolean isPendingAgain(Claim claim, AttemptOutcome outcome) {
        return claim.revertsToPending() && outcome != null && outcome.isFailure();
    }

    /**
     * Replies, after a delay, to the messages whose registrations another worker has claimed; the outcome is then in
     * the database. Messages that arrive meanwhile may be about a later request.
     */
    private void leaveToOthers(Set<UUID> batch, List<Claim> claims) {
        Map<UUID, List<Message<Object>>> claimedByOthers = new HashMap<>();
        batch.forEach(registration -> claimedByOthers.put(registration, waitingFor(registration)));
        claims.forEach(claim -> claimedByOthers.remove(claim.registration()));
        if (!claimedByOthers.isEmpty()) {
            vertx.setTimer(OTHER_WORKER_DELAY.toMillis(), later -> claimedByOthers.forEach(this::reply));
        }
    }

    private List<Message<Object>> waitingFor(UUID registration) {
        return List.copyOf(waiting.getOrDefault(registration, List.of()));
    }

    private void reply(UUID registration) {
        reply(registration, waitingFor(registration));
    }

    /** Replies to those of the messages that are still waiting. */
    private void reply(UUID registration, List<Message<Object>> messages) {
        var stillWaiting = waiting.getOrDefault(registration, new ArrayList<>());
        messages.stream().filter(stillWaiting::remove).forEach(message -> message.reply(null));
        if (stillWaiting.isEmpty()) {
            waiting.remove(registration);
        }
    }
}
