package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.LoginFailure.TooManyFailedLogins;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits how often the password of one user can be guessed from one address: failed logins are counted until the minute
 * is over that the first one began. Belongs to one event loop. Each gateway counts for itself.
 */
final class FailedLogins {
    private static final Logger LOG = LoggerFactory.getLogger(FailedLogins.class);
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    /** Who makes as many logins of other users fail in between can guess as often again. */
    private static final int MAX_COUNTED = 10_000;

    /** Names that are equal up to here share a count, so that long ones take no more memory. */
    private static final int MAX_NAME = 64;

    /** How many logins of a user may fail from one address within a minute. */
    private final int limit;

    private final LongSupplier nanoTime;

    /** When it is full, the login that was not tried for the longest time is forgotten. */
    private final Map<Login, Integer> failures = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Login, Integer> longestUntried) {
            return size() > MAX_COUNTED;
        }
    };

    private boolean hasWarned;
    private long start;

    FailedLogins(int limit, LongSupplier nanoTime) {
        this.limit = limit;
        this.nanoTime = nanoTime;
    }

    private record Login(String address, String user) {
        static Login of(String address, String user) {
            return new Login(address, user.substring(0, Math.min(user.length(), MAX_NAME)));
        }
    }

    /** Whether the next login is rejected, even with the right password. */
    Optional<TooManyFailedLogins> rejectionOf(String address, String user) {
        var left = MINUTE - (nanoTime.getAsLong() - start);
        if (left <= 0) {
            failures.clear();
            hasWarned = false;
        }
        return failures.getOrDefault(Login.of(address, user), 0) >= limit
                ? Optional.of(new TooManyFailedLogins(
                        Duration.ofNanos(left).plusSeconds(1).minusNanos(1).toSeconds()))
                : Optional.empty();
    }

    /** Counts a failed login. */
    void add(String address, String user) {
        if (failures.isEmpty()) {
            start = nanoTime.getAsLong();
        }
        var login = Login.of(address, user);
        var failed = failures.merge(login, 1, Integer::sum);
        if (failed >= limit && !hasWarned) {
            hasWarned = true;
            LOG.warn(
                    "{} logins of \"{}\" from {} have failed within a minute; further ones get 429",
                    failed,
                    login.user().replaceAll("[^ -~]", "?"),
                    address);
        }
    }
}
