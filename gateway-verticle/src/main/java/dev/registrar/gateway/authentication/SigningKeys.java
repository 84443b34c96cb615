package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
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
 * The keys with which an authorization server signs: its JWK Set (RFC 7517), found by OpenID Connect Discovery. They are
 * fetched at the start, and again when a token names an unknown key, though not at every one that does: anybody may invent
 * key ids. While the server is away, the keys that are known go on working. Belongs to one event loop.
 */
final class SigningKeys {
    private static final Logger LOG = LoggerFactory.getLogger(SigningKeys.class);
    private static final String DISCOVERY = "/.well-known/openid-configuration";
    private static final Duration FETCH_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration FETCH_INTERVAL = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final String issuer;
    private final HttpClient http;
    private Optional<OAuth2Auth> known = Optional.empty();
    private Optional<Future<OAuth2Auth>> fetching = Optional.empty();

    SigningKeys(Vertx vertx, String issuer) {
        this.vertx = vertx;
        this.issuer = issuer;
        http = vertx.createHttpClient();
        fetch().onFailure(failure -> LOG.warn("The keys of {} cannot be fetched yet", issuer, failure));
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
            var fetched = discover().compose(this::keysAt).timeout(FETCH_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
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

    private Future<String> discover() {
        var request = new RequestOptions().setMethod(HttpMethod.GET).setAbsoluteURI(issuer + DISCOVERY);
        return http.request(request)
                .compose(sent -> sent.send().compose(HttpClientResponse::body))
                .map(JsonObject::new)
                .map(configuration -> {
                    if (!issuer.equals(configuration.getString("issuer"))) {
                        throw new IllegalStateException(
                                "%s is another issuer".formatted(configuration.getString("issuer")));
                    }
                    return configuration.getString("jwks_uri");
                });
    }

    private Future<OAuth2Auth> keysAt(String jwksUri) {
        var keys = OAuth2Auth.create(
                vertx,
                new OAuth2Options()
                        .setClientId("registrar")
                        .setSite(issuer)
                        .setJwkPath(jwksUri)
                        .setJWTOptions(new JWTOptions().setLeeway((int) AccessTokenRules.LEEWAY.toSeconds())));
        return keys.jWKSet().map(keys);
    }

    private static RuntimeException away() {
        return SERVICE_UNAVAILABLE
                .because(
                        "The authorization server cannot be reached, so access tokens cannot be verified now; try again.")
                .asException();
    }
}
