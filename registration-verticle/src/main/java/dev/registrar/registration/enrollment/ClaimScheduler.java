package dev.registrar.registration.enrollment;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import dev.registrar.registration.enrollment.claims.Claim;
import dev.registrar.registration.enrollment.claims.EnrollmentQueue;
import dev.registrar.resource.bus.receiving.ErrorReply;
import dev.registrar.resource.database.failure.ProcessWarning;
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
 * Claims pending registrations for a worker, as far as it has room: those that messages tell of, and on a poll whatever is
 * due. One claim at a time: what comes meanwhile is claimed together, a message about what the poll has claimed finds it in
 * hand, and while the database is away nothing piles up. Belongs to one event loop.
 */
final class ClaimScheduler {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimScheduler.class);

    /** What comes beyond this is left to the poll. */
    private static final int CAPACITY = 1_000;

    private static final JsonApiError NO_ID =
            MALFORMED_REQUEST.because("The message body must be the id of a registration, a string.");

    private static final int BATCH = 100;

    /** How many find out, each time, whether there is a decider again. */
    private static final int PROBE = 1;

    private static final Duration MOMENT = Duration.ofMillis(50);

    private final Vertx vertx;
    private final EnrollmentQueue queue;
    private final EnrollmentAttempts attempts;
    private final ProcessWarning warning;
    private final Map<UUID, List<Message<Object>>> waiting = new HashMap<>();
    private final Set<UUID> unclaimed = new HashSet<>();
    private boolean pollIsDue;
    private boolean messagesHadTheirTurn;
    private Future<List<Claim>> claiming = Future.succeededFuture(List.of());
    private boolean stopped;

    ClaimScheduler(Vertx vertx, EnrollmentQueue queue, EnrollmentAttempts attempts) {
        this.vertx = vertx;
        this.queue = queue;
        this.attempts = attempts;
        warning = new ProcessWarning(vertx, LOG, "Pending registrations cannot be claimed now");
    }

    /** Takes a message that tells of a pending registration; the reply comes when the enrollment is decided or put off. */
    void add(Message<Object> message) {
        var registration = message.body() instanceof String id ? Ids.parse(id) : Optional.<UUID>empty();
        if (registration.isEmpty()) {
            ErrorReply.send(message, NO_ID.asException());
        } else if (stopped || waiting.size() >= CAPACITY) {
            message.reply(null);
        } else {
            add(registration.get(), message);
        }
    }

    private void add(UUID registration, Message<Object> message) {
        waiting.computeIfAbsent(registration, first -> new ArrayList<>()).add(message);
        if (!attempts.include(registration)) {
            unclaimed.add(registration);
            claimNext();
        }
    }

    /** Looks for whatever is due, of which no message may have told. */
    void poll() {
        pollIsDue = true;
        claimNext();
    }

    /** Claims nothing more. Completes when nothing is in hand any more; never fails. */
    Future<Void> stop() {
        stopped = true;
        List.copyOf(unclaimed).forEach(this::reply);
        return claiming.<Void>mapEmpty()
                .otherwiseEmpty()
                .compose(claimed -> attempts.end())
                .otherwiseEmpty()
                .onComplete(ended -> List.copyOf(waiting.keySet()).forEach(this::reply));
    }

    /** Messages and polls take turns, so that neither keeps the other waiting. */
    private void claimNext() {
        var limit = Math.min(BATCH, attempts.room());
        if (stopped || !claiming.isComplete() || limit <= 0) {
            return;
        }
        if (pollIsDue && (unclaimed.isEmpty() || messagesHadTheirTurn)) {
            messagesHadTheirTurn = false;
            claimDue(limit);
        } else if (!unclaimed.isEmpty()) {
            messagesHadTheirTurn = true;
            claimTold(limit);
        }
    }

    private void claimDue(int limit) {
        pollIsDue = false;
        var most = attempts.lackDecider() ? PROBE : limit;
        claim(queue.claimDue(most).onSuccess(claims -> pollIsDue |= claims.size() == limit));
    }

    private void claimTold(int limit) {
        var batch = unclaimed.stream().limit(limit).collect(Collectors.toSet());
        unclaimed.removeAll(batch);
        claim(queue.claim(batch)
                .onSuccess(claims -> leaveToOthers(batch, claims))
                .onFailure(leftToPoll -> batch.forEach(this::reply)));
    }

    private void claim(Future<List<Claim>> claims) {
        claiming = claims;
        claims.onSuccess(claimed -> claimed.forEach(this::begin))
                .onFailure(warning::tell)
                .onComplete(done -> claimNext());
    }

    private void begin(Claim claim) {
        unclaimed.remove(claim.registration());
        attempts.begin(claim).onComplete(over -> {
            reply(claim.registration());
            claimNext();
        });
    }

    /** Another worker was quicker. How far it is, the database tells in a moment. */
    private void leaveToOthers(Set<UUID> batch, List<Claim> claims) {
        Set<UUID> claimedElsewhere = new HashSet<>(batch);
        claims.forEach(claim -> claimedElsewhere.remove(claim.registration()));
        if (!claimedElsewhere.isEmpty()) {
            vertx.setTimer(MOMENT.toMillis(), later -> claimedElsewhere.forEach(this::reply));
        }
    }

    private void reply(UUID registration) {
        var messages = waiting.remove(registration);
        if (messages != null) {
            messages.forEach(message -> message.reply(null));
        }
    }
}
