package dev.registrar.gateway.authentication;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts failed logins, so that nobody tries passwords by the thousand: for each client address and user, a number of them
 * a minute. Belongs to one event loop.
 */
final class FailedLogins {
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int CAPACITY = 10_000;

    private final int allowed;
    private final Map<Key, Count> counts = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Count> eldest) {
            return size() > CAPACITY;
        }
    };

    FailedLogins(int allowed) {
        this.allowed = allowed;
    }

    private record Key(String address, String user) {}

    private record Count(Instant since, int failures) {
        boolean isOver() {
            return Instant.now().isAfter(since.plus(WINDOW));
        }
    }

    /** Whether the next login, with the right password too, has to wait until the minute is over. */
    boolean areTooMany(String address, String user) {
        var count = counts.get(new Key(address, user));
        return count != null && !count.isOver() && count.failures() >= allowed;
    }

    void add(String address, String user) {
        counts.merge(
                new Key(address, user),
                new Count(Instant.now(), 1),
                (present, first) -> present.isOver() ? first : new Count(present.since(), present.failures() + 1));
    }
}
