package dev.registrar.registration.enrollment;

import dev.registrar.resource.document.Ids;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages that tell of pending registrations. All that come while others are being claimed are claimed together.
 * Belongs to one event loop.
 */
final class Wakes {
    private static final Logger LOG = LoggerFactory.getLogger(Wakes.class);

    /** What comes beyond this is left to the poll. */
    private static final int CAPACITY = 1_000;

    private static final int BATCH = 100;
    private static final Duration MOMENT = Duration.ofMillis(50);

    private final Vertx vertx;
    private final EnrollmentQueue queue;
    private final EnrollmentAttempts attempts;
    private final Map<UUID, List<Message<String>>> waiting = new HashMap<>();
    private final Set<UUID> unclaimed = new HashSet<>();
    private boolean claiming;

    Wakes(Vertx vertx, EnrollmentQueue queue, EnrollmentAttempts attempts) {
        this.vertx = vertx;
        this.queue = queue;
        this.attempts = attempts;
    }

    void add(Message<String> message) {
        var registration = Ids.parse(message.body());
        if (registration.isEmpty()) {
            message.fail(400, "The body must be the id of a registration.");
        } else if (waiting.size() >= CAPACITY) {
            message.reply(null);
        } else {
            add(registration.get(), message);
        }
    }

    private void add(UUID registration, Message<String> message) {
        waiting.computeIfAbsent(registration, first -> new ArrayList<>()).add(message);
        if (attempts.on(registration).isPresent()) {
            answerWhenOver(registration);
        } else {
            unclaimed.add(registration);
            claimNext();
        }
    }

    /** Claims what waits, as far as there is room. */
    void claimNext() {
        var limit = Math.min(BATCH, attempts.room());
        if (claiming || unclaimed.isEmpty() || limit <= 0) {
            return;
        }
        claiming = true;
        var batch = unclaimed.stream().limit(limit).collect(Collectors.toSet());
        unclaimed.removeAll(batch);
        queue.claim(batch)
                .onComplete(done -> claiming = false)
                .onSuccess(claims -> begin(batch, claims))
                .onFailure(failure -> {
                    LOG.warn("{} registrations are left to the poll", batch.size(), failure);
                    batch.forEach(this::answer);
                })
                .onComplete(done -> claimNext());
    }

    private void begin(Set<UUID> batch, List<Claim> claims) {
        Set<UUID> claimedElsewhere = new HashSet<>(batch);
        for (var claim : claims) {
            claimedElsewhere.remove(claim.registration());
            attempts.begin(claim).onComplete(over -> {
                answer(claim.registration());
                claimNext();
            });
        }
        if (!claimedElsewhere.isEmpty()) {
            vertx.setTimer(MOMENT.toMillis(), later -> claimedElsewhere.forEach(this::answerWhenOver));
        }
    }

    /** Somebody else was quicker: the poll, whose claim is in hand by now, or another worker. */
    private void answerWhenOver(UUID registration) {
        attempts.on(registration).orElseGet(Future::succeededFuture).onComplete(over -> answer(registration));
    }

    private void answer(UUID registration) {
        var messages = waiting.remove(registration);
        if (messages != null) {
            messages.forEach(message -> message.reply(null));
        }
    }
}
