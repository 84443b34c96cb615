package dev.registrar.events.following;

import io.vertx.core.Future;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stores the position of one follower. Best in the same transaction as what the events lead to: then each of them takes
 * effect exactly once.
 */
public interface PositionStore {
    /**
     * Loads the position; called once, when the follower starts, and again after a failure.
     *
     * @return the position that was stored last; empty if there is none
     */
    Future<Optional<String>> load();

    /** Stores the position up to which the follower has handled all events. */
    Future<Void> store(String position);

    /** A store that forgets the position when the follower stops, for a follower that begins anew each time. */
    static PositionStore inMemory() {
        var stored = new AtomicReference<Optional<String>>(Optional.empty());
        return new PositionStore() {
            @Override
            public Future<Optional<String>> load() {
                return Future.succeededFuture(stored.get());
            }

            @Override
            public Future<Void> store(String position) {
                stored.set(Optional.of(position));
                return Future.succeededFuture();
            }
        };
    }
}
