package dev.registrar.registration.enrollment;

import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.registration.enrollment.EnrollmentQueue.Ended;
import dev.registrar.registration.enrollment.EnrollmentQueue.Settled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Writes the outcomes of one worker's claims and renews its leases, in batches. It runs one statement at a time:
 * outcomes that arrive meanwhile are written together, and no statement skips a row because another one of this worker
 * has locked it. Use it on one event loop only.
 */
final class ClaimWriter {
    /** After which a decision is stored again if the limit of the seat was locked. */
    private static final Duration BUSY_DELAY = Duration.ofMillis(10);

    private final Vertx vertx;
    private final EnrollmentQueue queue;
    private final Supplier<Collection<Claim>> held;
    private final ProcessWarning leaseWarning;
    private List<Entry> unsettled = new ArrayList<>();
    private boolean renewalIsDue;
    private Runnable look = () -> {};
    private Future<Void> last = Future.succeededFuture();

    /** The worker holds the supplied claims. */
    ClaimWriter(Vertx vertx, EnrollmentQueue queue, Supplier<Collection<Claim>> held, ProcessWarning leaseWarning) {
        this.vertx = vertx;
        this.queue = queue;
        this.held = held;
        this.leaseWarning = leaseWarning;
    }

    private record Entry(Settled settled, Promise<Optional<Ended>> stored) {
        Optional<Ended> in(Map<UUID, Ended> ended) {
            var claim = settled.claim();
            return Optional.ofNullable(ended.get(claim.registration()))
                    .filter(ending -> ending.fencingToken() == claim.fencingToken());
        }
    }

    /**
     * Stores the end of an enrollment.
     *
     * @return empty when it was not stored because the claim is stale or another transaction has locked the row; fails
     *     when it cannot be stored
     */
    Future<Optional<Ended>> settle(Settled settled) {
        var entry = new Entry(settled, Promise.promise());
        add(entry);
        return entry.stored().future();
    }

    /** What to do when somebody on a waiting list has to be asked. */
    void onLookDue(Runnable action) {
        look = action;
    }

    private void add(Entry entry) {
        unsettled.add(entry);
        if (unsettled.size() == 1) {
            inTurn(this::settleAll);
        }
    }

    /** Renews the leases of all held claims. */
    void renew() {
        if (!renewalIsDue) {
            renewalIsDue = true;
            inTurn(this::renewHeld);
        }
    }

    private void inTurn(Supplier<Future<Void>> statement) {
        last = last.transform(written -> statement.get());
    }

    private Future<Void> renewHeld() {
        renewalIsDue = false;
        var claims = List.copyOf(held.get());
        return claims.isEmpty() ? Future.succeededFuture() : queue.renew(claims).onFailure(leaseWarning::log);
    }

    private Future<Void> settleAll() {
        var batch = unsettled;
        unsettled = new ArrayList<>();
        return queue.settle(batch.stream().map(Entry::settled).toList())
                .onSuccess(ended -> batch.forEach(entry -> complete(entry, entry.in(ended))))
                .onSuccess(ended -> lookIfDue(ended.values()))
                .onFailure(failure -> batch.forEach(entry -> entry.stored().fail(failure)))
                .mapEmpty();
    }

    /** A popular course does not hold up the others of a batch: what cannot have its seat yet joins a later batch. */
    private void complete(Entry entry, Optional<Ended> ended) {
        if (ended.filter(Ended::isBusy).isPresent()) {
            vertx.setTimer(BUSY_DELAY.toMillis(), later -> add(entry));
        } else {
            entry.stored().complete(ended);
        }
    }

    private void lookIfDue(Collection<Ended> ended) {
        if (ended.stream().anyMatch(Ended::isLookDue)) {
            look.run();
        }
    }
}
