package dev.registrar.gateway.authentication.basic;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits how often passwords can be guessed. Failed logins are counted for each pair of user and address, for each
 * user, and for each address; all IPv6 addresses of a network count as one. When one of the counts reaches its limit,
 * logins are rejected until the window is over.
 *
 * <p>A user who has logged in from an address before is known there, and is limited only by that user's failures from
 * that address. So known users are locked out neither by guesses from other addresses nor by other users of a shared
 * address (NAT).
 *
 * <p>Belongs to one event loop. Each gateway counts for itself.
 */
final class FailedLogins {
    private static final Logger LOG = LoggerFactory.getLogger(FailedLogins.class);
    private static final int MAX_KNOWN = 10_000;
    private static final int MAX_LOGGED_NAME = 64;

    private final Limits limits;
    private final CountMinSketch failures = new CountMinSketch();

    /** Users who are known at an address, with their failures there in this window. */
    private final Map<Login, Integer> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Login, Integer> longestUnused) {
            return size() > MAX_KNOWN;
        }
    };

    private final Set<String> warned = new HashSet<>();
    private int failedInWindow;
    private long windowStart;

    FailedLogins(Limits limits) {
        this.limits = limits;
    }

    /**
     * How many logins may fail within a window before the next one is rejected.
     *
     * @param ofLogin of a user from one address
     * @param ofUser of a user from all addresses where the user is not known
     * @param fromAddress from an address, of users who are not known there
     */
    record Limits(int ofLogin, int ofUser, int fromAddress, Duration window) {}

    private record Login(String address, String user) {
        String key() {
            return address + " " + user;
        }

        String userKey() {
            return "user " + user;
        }

        String addressKey() {
            return "address " + address;
        }

        String printable() {
            var name = user.replaceAll("[^ -~]", "?");
            return name.substring(0, Math.min(name.length(), MAX_LOGGED_NAME));
        }
    }

    /** Whether the next login is rejected, even with the right password. */
    boolean areTooMany(String address, String user) {
        forgetWhenOver();
        var login = new Login(address, user);
        var failuresOfKnown = known.get(login);
        if (failuresOfKnown != null) {
            return failuresOfKnown >= limits.ofLogin();
        }
        return failedInWindow > 0
                && (failures.count(login.key()) >= limits.ofLogin()
                        || failures.count(login.userKey()) >= limits.ofUser()
                        || failures.count(login.addressKey()) >= limits.fromAddress());
    }

    /** The time left in the current window, which started with its first failure. */
    Duration untilForgotten() {
        return limits.window().minusNanos(System.nanoTime() - windowStart);
    }

    /** Counts a failed login. */
    void add(String address, String user) {
        if (failedInWindow++ == 0) {
            windowStart = System.nanoTime();
        }
        var login = new Login(address, user);
        var failuresOfKnown = known.computeIfPresent(login, (same, failed) -> failed + 1);
        if (failuresOfKnown != null) {
            warnFrom(limits.ofLogin(), failuresOfKnown, "a user who is known at the address", login);
            return;
        }
        warnFrom(limits.ofLogin(), failures.add(login.key()), "a user from one address", login);
        warnFrom(limits.ofUser(), failures.add(login.userKey()), "a user from all addresses", login);
        warnFrom(limits.fromAddress(), failures.add(login.addressKey()), "all users from one address", login);
    }

    /** Records that the user is known at this address. */
    void succeed(String address, String user) {
        known.putIfAbsent(new Login(address, user), 0);
    }

    private void forgetWhenOver() {
        if (failedInWindow > 0 && untilForgotten().isNegative()) {
            failedInWindow = 0;
            failures.clear();
            known.replaceAll((login, failed) -> 0);
            warned.clear();
        }
    }

    /** Warns at most once per window for each limit, so that guesses do not fill the log. */
    private void warnFrom(int limit, int failed, String whose, Login login) {
        if (failed >= limit && warned.add(whose)) {
            LOG.warn(
                    "{} logins of {} have failed, the latest of \"{}\" from {}; further logins get 429",
                    failed,
                    whose,
                    login.printable(),
                    login.address());
        }
    }
}
