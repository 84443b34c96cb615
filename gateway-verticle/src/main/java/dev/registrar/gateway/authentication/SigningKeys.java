package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.NoSuchKeyIdException;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.oauth2.OAuth2Auth;
import io.vertx.ext.auth.oauth2.OAuth2Options;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys with which an authorization server signs: its JWK Set (RFC 7517). They are
 * fetched at the start, and again when a token names an unknown key, though not at every one that does: anybody may invent
 * key ids. While the server is away, the keys that are known go on working. Belongs to one event loop.
 */
final class SigningKeys {
    private static final Logger LOG = LoggerFactory.getLogger(SigningKeys.class);
    private static final Duration FETCH_INTERVAL = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final AuthorizationServer server;
    private Optional<OAuth2Auth> known = Optional.empty();
    private Optional<Future<OAuth2Auth>> fetching = Optional.empty();

    SigningKeys(Vertx vertx, AuthorizationServer server) {
        this.vertx = vertx;
        this.server = server;
        fetch().onFailure(failure -> LOG.warn("The keys of {} cannot be fetched yet", server.issuer(), failure));
    }

    /**
     * Makes sure that one of the keys has signed the token.
     *
     * @return fails with {@link RefusedCredentials} when none has, and with {@code service_unavailable} when no key is known
     */
    Future<Void> verify(String token) {
        return known.map(keys -> verifyBy(keys, token)
                        .recover(failure -> failure instanceof NoSuchKeyIdException
                                ? fetch().otherwise(keys).compose(newer -> verifyBy(newer, token))
                                : Future.failedFuture(failure)))
                .orElseGet(() ->
                        fetch().recover(failure -> Future.failedFuture(away())).compose(keys -> verifyBy(keys, token)))
                .recover(failure -> Future.failedFuture(
                        failure instanceof JsonApiException
                                ? failure
                                : new RefusedCredentials("The signature of the access token is not valid.")));
    }

    /** The toolkit throws what it should fail with when a signature is forged. */
    private static Future<Void> verifyBy(OAuth2Auth keys, String token) {
        try {
            return keys.authenticate(new TokenCredentials(token)).mapEmpty();
        } catch (RuntimeException forged) {
            return Future.failedFuture(forged);
        }
    }

    /** The newest keys; those of a moment ago count as the newest. */
    private Future<OAuth2Auth> fetch() {
        if (fetching.isEmpty()) {
            var fetched = server.endpoints()
                    .compose(endpoints -> keysAt(endpoints.keys()))
                    .timeout(AuthorizationServer.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            fetched.onSuccess(this::replaceKnown);
            fetching = Optional.of(fetched);
            vertx.setTimer(FETCH_INTERVAL.toMillis(), timer -> fetching = Optional.empty());
        }
        return fetching.get();
    }

    private void replaceKnown(OAuth2Auth keys) {
        known.ifPresent(OAuth2Auth::close);
        known = Optional.of(keys);
    }

    private Future<OAuth2Auth> keysAt(String jwksUri) {
        var keys = OAuth2Auth.create(
                vertx,
                new OAuth2Options()
                        .setClientId("registrar")
                        .setSite(server.issuer())
                        .setJwkPath(jwksUri)
                        .setJWTOptions(new JWTOptions().setLeeway((int) ClaimRules.LEEWAY.toSeconds())));
        return keys.jWKSet().map(keys);
    }

    /** The fault of a token about which nothing can be found out. */
    static RuntimeException away() {
        return SERVICE_UNAVAILABLE
                .because(
                        "The authorization server cannot be reached, so access tokens cannot be verified now; try again.")
                .asException();
    }
}
