package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;

/** Validates access tokens and reads their claims. */
interface AccessTokens {

    /**
     * Returns the claims of a genuine token, under the names of RFC 9068 and RFC 7662. Audience and validity period are
     * not checked yet.
     *
     * @param clientNetwork the network that the request comes from, which counts as one client
     * @param wasAcceptedBefore whether an earlier request had this token
     * @return fails with {@link InvalidCredentials} if the token is not genuine, and with {@code service_unavailable}
     *     or {@code overloaded} if that cannot be determined now
     */
    Future<JsonNode> claimsOf(String token, String clientNetwork, boolean wasAcceptedBefore);

    /** How long a response may be reused, since the token may be revoked; empty if revocation cannot be detected. */
    Optional<Duration> maxCacheTime();

    /**
     * The number of the keys in use: when it differs from the one before a verification, the token must be verified
     * again.
     */
    int keyGeneration();
}
