package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.authentication.AuthenticationSettings.OrganizationScopes;
import dev.registrar.gateway.authentication.LoginFailure.InsufficientScope;
import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import dev.registrar.gateway.http.exchange.Exchange.Authenticated;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;

/** Bearer authentication (RFC 6750) with the access tokens of an authorization server. */
final class BearerScheme implements Authentication.Scheme {
    private static final String CHALLENGE = "Bearer realm=\"registrar\"";

    private final AccessTokens tokens;
    private final ClaimRules rules;
    private final OrganizationScopes organization;
    private VerifiedTokens verified = new VerifiedTokens();

    BearerScheme(Vertx vertx, AuthorizationServer server, AuthenticationSettings.Bearer settings) {
        var introspection = settings.introspection();
        tokens = introspection.oauth2Introspection()
                ? new IntrospectedTokens(vertx, server, introspection)
                : new SignedTokens(new SigningKeys(vertx, server, () -> verified = new VerifiedTokens()));
        rules = new ClaimRules(settings);
        organization = settings.scopes();
    }

    @Override
    public String name() {
        return "Bearer";
    }

    /** Only a client that has sent an access token is told what is wrong with it (RFC 6750, 3.1). */
    @Override
    public String challenge(Optional<InvalidCredentials> invalid) {
        return invalid.map(reason -> "%s, error=\"invalid_token\", error_description=\"%s\""
                        .formatted(CHALLENGE, reason.getMessage()))
                .orElse(CHALLENGE);
    }

    /** Names the scopes that an access token needs (RFC 6750, 3.1). */
    @Override
    public Optional<String> challenge(InsufficientScope lacking) {
        return Optional.of("%s, error=\"insufficient_scope\", scope=\"%s\"".formatted(CHALLENGE, lacking.needed()));
    }

    @Override
    public List<String> namesOf(List<String> scopes) {
        return scopes.stream().map(organization::nameInTokens).toList();
    }

    @Override
    public Future<Authenticated> authenticate(String token, String clientNetwork) {
        var digest = DigestUtils.sha256Hex(token);
        return verified.find(digest)
                .map(Future::succeededFuture)
                .orElseGet(() -> verify(token, digest, clientNetwork))
                .map(authenticated -> authenticated.withToken(token));
    }

    private Future<Authenticated> verify(String token, String digest, String clientNetwork) {
        // If the keys change in the meantime, the next request verifies the token again.
        var byPresentKeys = verified;
        return tokens.claimsOf(token, clientNetwork, byPresentKeys.wasAcceptedBefore(digest))
                .map(rules::accept)
                .onSuccess(authenticated -> byPresentKeys.add(digest, authenticated, tokens.maxCacheTime()))
                .onFailure(failure -> {
                    if (failure instanceof InvalidCredentials) {
                        byPresentKeys.remove(digest);
                    }
                });
    }

    /**
     * Caches the callers of verified access tokens, because verifying a signature or asking about a token takes longer
     * than the rest of a request. Invalid tokens are never added, so they cannot displace valid ones. Tokens are kept
     * as digests. Belongs to one event loop.
     */
    private static final class VerifiedTokens {
        private static final int CAPACITY = 10_000;

        private final Map<String, KnownCaller> callers = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, KnownCaller> longestUnused) {
                return size() > CAPACITY;
            }
        };

        private record KnownCaller(Authenticated authenticated, Instant until) {}

        /** Returns the caller of a token that was verified, unless it has expired. */
        Optional<Authenticated> find(String digest) {
            return Optional.ofNullable(callers.get(digest))
                    .filter(caller -> Instant.now().isBefore(caller.until()))
                    .map(KnownCaller::authenticated);
        }

        /** Keeps the caller until the token expires, but no longer than {@code maxTime}. */
        void add(String digest, Authenticated authenticated, Optional<Duration> maxTime) {
            var cached = maxTime.map(authenticated::atMost).orElse(authenticated);
            callers.put(digest, new KnownCaller(authenticated, cached.until()));
        }

        /** Whether the token was valid before, even if its entry has expired. */
        boolean wasAcceptedBefore(String digest) {
            return callers.containsKey(digest);
        }

        void remove(String digest) {
            callers.remove(digest);
        }
    }

    /** Validates access tokens and reads their claims. */
    interface AccessTokens {
        /**
         * Returns the claims of a genuine token, under the names of RFC 9068 and RFC 7662. Audience and validity period
         * are not checked yet.
         *
         * @param clientNetwork the network that the request comes from, which counts as one client
         * @param wasAcceptedBefore whether an earlier request had this token
         * @return fails with {@link InvalidCredentials} if the token is not genuine, and with {@code
         *     service_unavailable} or {@code overloaded} if that currently cannot be determined
         */
        Future<JsonNode> claimsOf(String token, String clientNetwork, boolean wasAcceptedBefore);

        /** How long a token is accepted without a new check, because it may be revoked; empty if nothing shows that. */
        default Optional<Duration> maxCacheTime() {
            return Optional.empty();
        }
    }
}
