package dev.registrar.gateway.authentication.token;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/** A way to find out what an access token says, and that it is genuine. */
public interface AccessTokens {

    /**
     * What a genuine token says, by the names of RFC 9068 and RFC 7662. Whom it is meant for, and since when and until
     * when it is valid, is not examined yet.
     *
     * @return fails with {@link InvalidCredentials} when the token is not genuine, and with {@code service_unavailable} or
     *     {@code overloaded} when that cannot be told now
     */
    Future<JsonNode> claimsOf(PresentedToken token);

    /** How long a response may be used again, as the token may be revoked; empty when that cannot be told. */
    Optional<Duration> trust();

    /** Signed tokens, or those that the authorization server is asked about, by what is configured. */
    static AccessTokens of(Vertx vertx, AuthorizationServer server, IntrospectionSettings settings) {
        return settings.oauth2Introspection()
                ? new IntrospectedTokens(vertx, server, settings)
                : new SignedTokens(new SigningKeys(vertx, server));
    }
}
