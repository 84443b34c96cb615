package dev.registrar.gateway.authentication;

import dev.registrar.resource.bus.Caller;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The callers of access tokens that have been verified, until these expire: verifying a signature takes longer than the
 * rest of a request. Tokens are kept as digests. Belongs to one event loop.
 */
final class VerifiedTokens {
    private static final int CAPACITY = 10_000;

    private final Map<String, Entry> entries = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Entry> eldest) {
            return size() > CAPACITY;
        }
    };

    private record Entry(Caller caller, Instant expiry) {}

    Optional<Caller> callerOf(String token) {
        return Optional.ofNullable(entries.get(digest(token)))
                .filter(entry -> Instant.now().isBefore(entry.expiry()))
                .map(Entry::caller);
    }

    void add(String token, Caller caller, Instant expiry) {
        entries.put(digest(token), new Entry(caller, expiry));
    }

    private static String digest(String token) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
