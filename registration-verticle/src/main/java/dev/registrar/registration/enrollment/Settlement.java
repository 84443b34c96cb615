package dev.registrar.registration.enrollment;

import dev.registrar.registration.enrollment.EnrollmentQueue.Settled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;

/** Stores decisions: all that are made while others are being stored go together. Belongs to one event loop. */
final class Settlement {
    private final EnrollmentQueue queue;
    private List<Entry> waiting = new ArrayList<>();
    private boolean storing;

    Settlement(EnrollmentQueue queue) {
        this.queue = queue;
    }

    private record Entry(Settled settled, Promise<Void> stored) {}

    /** Fails when the database does not store it. */
    Future<Void> store(Settled settled) {
        var entry = new Entry(settled, Promise.promise());
        waiting.add(entry);
        storeNext();
        return entry.stored().future();
    }

    private void storeNext() {
        if (storing || waiting.isEmpty()) {
            return;
        }
        storing = true;
        var batch = waiting;
        waiting = new ArrayList<>();
        queue.settle(batch.stream().map(Entry::settled).toList()).onComplete(result -> {
            storing = false;
            batch.forEach(entry -> entry.stored().handle(result));
            storeNext();
        });
    }
}
