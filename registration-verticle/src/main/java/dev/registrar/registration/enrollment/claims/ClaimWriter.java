package dev.registrar.registration.enrollment.claims;

import dev.registrar.registration.enrollment.claims.EnrollmentQueue.Settled;
import dev.registrar.resource.database.failure.ProcessWarning;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes the outcomes of one worker's claims and renews its leases, in batches. One statement at a time: outcomes that come
 * meanwhile go together, and none of them skips a row because the worker itself keeps it locked. Belongs to one event loop.
 */
public final class ClaimWriter {
    private final EnrollmentQueue queue;
    private final Supplier<Collection<Claim>> held;
    private final ProcessWarning lapses;
    private List<Entry> unsettled = new ArrayList<>();
    private boolean renewalIsDue;
    private boolean writing;

    /**
     * Makes a writer.
     *
     * @param held the claims that the worker has in hand
     * @param lapses tells of leases that are not renewed
     */
    public ClaimWriter(EnrollmentQueue queue, Supplier<Collection<Claim>> held, ProcessWarning lapses) {
        this.queue = queue;
        this.held = held;
        this.lapses = lapses;
    }

    private record Entry(Settled settled, Promise<Void> stored) {}

    /** Stores the end of an enrollment; fails when the database does not store it. */
    public Future<Void> settle(Settled settled) {
        var entry = new Entry(settled, Promise.promise());
        unsettled.add(entry);
        writeNext();
        return entry.stored().future();
    }

    /** Renews the leases of what the worker has in hand. */
    public void renew() {
        renewalIsDue = true;
        writeNext();
    }

    private void writeNext() {
        if (writing) {
            return;
        }
        if (renewalIsDue) {
            renewalIsDue = false;
            write(renewHeld());
        } else if (!unsettled.isEmpty()) {
            write(settleAll());
        }
    }

    private void write(Future<Void> statement) {
        writing = true;
        statement.onComplete(written -> {
            writing = false;
            writeNext();
        });
    }

    private Future<Void> renewHeld() {
        var claims = List.copyOf(held.get());
        return claims.isEmpty() ? Future.succeededFuture() : queue.renew(claims).onFailure(lapses::tell);
    }

    private Future<Void> settleAll() {
        var batch = unsettled;
        unsettled = new ArrayList<>();
        return queue.settle(batch.stream().map(Entry::settled).toList())
                .onComplete(result -> batch.forEach(entry -> entry.stored().handle(result)));
    }
}
