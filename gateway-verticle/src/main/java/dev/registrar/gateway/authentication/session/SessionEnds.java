package dev.registrar.gateway.authentication.session;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.resource.bus.ErrorReply;
import dev.registrar.resource.operations.OccasionalWarning;
import dev.registrar.resource.session.EndedSessionClient;
import dev.registrar.resource.session.EndedSessions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Knows which sessions have ended on a cluster, including on nodes that cannot be reached now. Each end is recorded in
 * the database, by a verticle that has one, and each gateway reads every second what the others have recorded. So no
 * session reappears when the parts of a split cluster merge, and none stays open for much longer in one part than in
 * the other if both have such a verticle. A node outside a cluster does not need this.
 */
final class SessionEnds {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final EndedSessionClient recorded;
    private final Set<String> ended;
    private final Consumer<String> onEnd;
    private final OccasionalWarning unreadable;
    private long last;
    private boolean hasRead;

    private SessionEnds(Vertx vertx, int capacity, Consumer<String> onEnd) {
        this.vertx = vertx;
        this.onEnd = onEnd;
        recorded = new EndedSessionClient(vertx);
        ended = Collections.newSetFromMap(new Latest(capacity));
        unreadable = new OccasionalWarning(
                vertx, LoggerFactory.getLogger(SessionEnds.class), "Cannot read which sessions other nodes have ended");
    }

    /**
     * Starts to follow the ends of sessions.
     *
     * @param capacity how many of the latest ends to remember
     * @param onEnd called with the slot of each session that another node has ended, so that it can be removed at once
     */
    static SessionEnds follow(Vertx vertx, int capacity, Consumer<String> onEnd) {
        var ends = new SessionEnds(vertx, capacity, onEnd);
        if (vertx.isClustered()) {
            ends.read();
        }
        return ends;
    }

    /** The latest ends, as many as there may be open sessions. */
    private static final class Latest extends LinkedHashMap<String, Boolean> {
        private static final long serialVersionUID = 1L;

        private final int capacity;

        Latest(int capacity) {
            this.capacity = capacity;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > capacity;
        }
    }

    boolean includes(OpenSession session) {
        return !ended.isEmpty() && ended.contains(session.id().digest());
    }

    /**
     * Completes when no part of the cluster will accept the session any more; fails with 503 if that cannot be ensured.
     */
    Future<Void> add(OpenSession session) {
        if (!vertx.isClustered()) {
            return Future.succeededFuture();
        }
        var digest = session.id().digest();
        return recorded.record(digest, session.until())
                .onSuccess(known -> ended.add(digest))
                .recover(failure -> Future.failedFuture(SERVICE_UNAVAILABLE
                        .because("The end of the session cannot be recorded now; try again.")
                        .asException()));
    }

    private void read() {
        recorded.after(last).onSuccess(this::learn).onFailure(this::startOver).onComplete(done -> {
            if (done.succeeded() && done.result().more()) {
                read();
            } else {
                vertx.setTimer(INTERVAL.toMillis(), timer -> read());
            }
        });
    }

    private void learn(EndedSessions found) {
        last = found.last();
        hasRead = true;
        found.sessions().stream().filter(ended::add).map(SessionId::slotOf).forEach(onEnd);
    }

    /** After a failure of the database, it may have been replaced by one with different numbers. */
    private void startOver(Throwable failure) {
        last = 0;
        // A node that replies has logged itself what is wrong with its database.
        if (ErrorReply.in(failure).isEmpty() && !isStarting(failure)) {
            unreadable.log(failure);
        }
    }

    /** Nodes can start in any order; until the first one with the role course has, /ready says what is missing. */
    private boolean isStarting(Throwable failure) {
        return !hasRead && failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.NO_HANDLERS;
    }
}
