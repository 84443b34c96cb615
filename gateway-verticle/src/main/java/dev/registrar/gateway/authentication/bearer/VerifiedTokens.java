package dev.registrar.gateway.authentication.bearer;

import dev.registrar.gateway.authentication.scheme.Authenticated;
import dev.registrar.gateway.authentication.token.AccessTokens;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;

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

    private record KnownCaller(Authenticated authenticated, Instant until, int basis) {}

    /** Returns the caller of a token that was verified on this {@linkplain AccessTokens#basis basis}, unless it has expired. */
    Optional<Authenticated> find(String token, int basis) {
        return Optional.ofNullable(callers.get(DigestUtils.sha256Hex(token)))
                .filter(caller -> caller.basis() == basis)
                .filter(caller -> Instant.now().isBefore(caller.until()))
                .map(KnownCaller::authenticated);
    }

    /** Keeps the caller until the token expires, but no longer than {@code trust}. */
    void add(String token, Authenticated authenticated, Optional<Duration> trust, int basis) {
        var until = trust.map(Instant.now()::plus)
                .filter(authenticated.until()::isAfter)
                .orElse(authenticated.until());
        callers.put(DigestUtils.sha256Hex(token), new KnownCaller(authenticated, until, basis));
    }

    /** Whether the token was valid before, even if its entry has expired. */
    boolean wasGood(String token) {
        return callers.containsKey(DigestUtils.sha256Hex(token));
    }

    void remove(String token) {
        callers.remove(DigestUtils.sha256Hex(token));
    }
}
