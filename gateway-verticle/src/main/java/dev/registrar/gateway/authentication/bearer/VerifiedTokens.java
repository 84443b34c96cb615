package dev.registrar.gateway.authentication.bearer;

import dev.registrar.gateway.authentication.scheme.Authenticated;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Caches the callers of verified access tokens, because verifying a signature or asking about a token takes longer than
 * the rest of a request. Invalid tokens are never added, so they cannot displace valid ones. Tokens are kept as
 * digests. Belongs to one event loop.
 */
final class VerifiedTokens {
    private static final int CAPACITY = 10_000;

    private final Map<String, KnownCaller> callers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, KnownCaller> longestUnused) {
            return size() > CAPACITY;
        }
    };

    private record KnownCaller(Authenticated authenticated, Instant until, int keyGeneration) {}

    /** Returns the caller of a token that was verified by these keys, unless it has expired. */
    Optional<Authenticated> find(String digest, int keyGeneration) {
        return Optional.ofNullable(callers.get(digest))
                .filter(caller -> caller.keyGeneration() == keyGeneration)
                .filter(caller -> Instant.now().isBefore(caller.until()))
                .map(KnownCaller::authenticated);
    }

    /** Keeps the caller until the token expires, but no longer than {@code maxTime}. */
    void add(String digest, Authenticated authenticated, Optional<Duration> maxTime, int keyGeneration) {
        var until = maxTime.map(Instant.now()::plus)
                .filter(authenticated.until()::isAfter)
                .orElse(authenticated.until());
        callers.put(digest, new KnownCaller(authenticated, until, keyGeneration));
    }

    /** Whether the token was valid before, even if its entry has expired. */
    boolean wasAcceptedBefore(String digest) {
        return callers.containsKey(digest);
    }

    void remove(String digest) {
        callers.remove(digest);
    }
}
