package dev.registrar.registration.enrollment;

import dev.registrar.platform.database.ProcessWarning;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at waiting lists when seats may be free for them, and lets the worker ask the decider again about the first of
 * each list. It runs one statement at a time. Use it on one event loop only.
 */
final class WaitingLists {
    private static final Logger LOG = LoggerFactory.getLogger(WaitingLists.class);

    private final EnrollmentQueue queue;
    private final Runnable claimDue;
    private final ProcessWarning warning;
    private boolean isDue;
    private Future<Long> looking = Future.succeededFuture(0L);

    /** Runs the action when registrations that were waiting are due. */
    WaitingLists(Vertx vertx, EnrollmentQueue queue, Runnable claimDue) {
        this.queue = queue;
        this.claimDue = claimDue;
        warning = new ProcessWarning(vertx, LOG, "Waiting lists currently cannot be read");
    }

    void look() {
        isDue = true;
        lookNext();
    }

    private void lookNext() {
        if (isDue && looking.isComplete()) {
            isDue = false;
            looking = queue.askWaiting();
            looking.onSuccess(this::claim).onFailure(warning::log).onComplete(looked -> lookNext());
        }
    }

    private void claim(long due) {
        if (due > 0) {
            claimDue.run();
        }
    }
}
