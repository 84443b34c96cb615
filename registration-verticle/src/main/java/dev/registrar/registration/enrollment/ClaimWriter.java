package dev.registrar.registration.enrollment;

import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.registration.enrollment.EnrollmentQueue.Settled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Writes the outcomes of one worker's claims and renews its leases, in batches. It runs one statement at a time:
 * outcomes that arrive meanwhile are written together, and no statement skips a row because another one of this worker
 * has locked it. Use it on one event loop only.
 */
final class ClaimWriter {
    private final EnrollmentQueue queue;
    private final Supplier<Collection<Claim>> held;
    private final ProcessWarning leaseWarning;
    private List<Entry> unsettled = new ArrayList<>();
    private boolean renewalIsDue;
    private Future<Void> last = Future.succeededFuture();

    /** The worker holds the supplied claims. */
    ClaimWriter(EnrollmentQueue queue, Supplier<Collection<Claim>> held, ProcessWarning leaseWarning) {
        this.queue = queue;
        this.held = held;
        this.leaseWarning = leaseWarning;
    }

    private record Entry(Settled settled, Promise<Boolean> stored) {
        void complete(Map<UUID, Long> fencingTokens) {
            var claim = settled.claim();
            stored.complete(fencingTokens.getOrDefault(claim.registration(), -1L) == claim.fencingToken());
        }
    }

    /**
     * Stores the end of an enrollment.
     *
     * @return false when it was not stored because the claim is stale or another transaction has locked the row; fails
     *     when it cannot be stored
     */
    Future<Boolean> settle(Settled settled) {
        var entry = new Entry(settled, Promise.promise());
        unsettled.add(entry);
        if (unsettled.size() == 1) {
            inTurn(this::settleAll);
        }
        return entry.stored().future();
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
                .onSuccess(fencingTokens -> batch.forEach(entry -> entry.complete(fencingTokens)))
                .onFailure(failure -> batch.forEach(entry -> entry.stored().fail(failure)))
                .mapEmpty();
    }
}
