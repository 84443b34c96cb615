package dev.registrar.gateway.authentication.token;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/** Validates access tokens and reads their claims. */
public interface AccessTokens {

    /**
     * Returns the claims of a genuine token, under the names of RFC 9068 and RFC 7662. Audience and validity period are
     * not checked yet.
     *
     * @return fails with {@link InvalidCredentials} if the token is not genuine, and with {@code service_unavailable}
     *     or {@code overloaded} if that cannot be determined now
     */
    Future<JsonNode> claimsOf(PresentedToken token);

    /** How long a response may be reused, since the token may be revoked; empty if revocation cannot be detected. */
    Optional<Duration> trust();

    /**
     * Identifies what tokens are verified by. When it differs from the one before a verification, the token must be verified
     * again.
     */
    int basis();

    /** Signed tokens, or those that the authorization server is asked about, by what is configured. */
    static AccessTokens of(Vertx vertx, AuthorizationServer server, IntrospectionSettings settings) {
        return settings.oauth2Introspection()
                ? new IntrospectedTokens(vertx, server, settings)
                : new SignedTokens(new SigningKeys(vertx, server));
    }
}
