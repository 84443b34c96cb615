package dev.registrar.gateway.authentication.token;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import dev.registrar.resource.log.OccasionalWarning;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.NoSuchKeyIdException;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.oauth2.OAuth2Auth;
import io.vertx.ext.auth.oauth2.OAuth2Options;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.slf4j.LoggerFactory;

/**
 * The keys with which an authorization server signs: its JWK Set (RFC 7517). They are fetched at the start, now and then,
 * and when a token names an unknown key, though not for every one that does: anybody may invent key ids. While the server
 * is away, the keys that are known go on working. Belongs to one event loop.
 */
final class SigningKeys {
    private static final Duration RENEWAL = Duration.ofMinutes(10);
    private static final Duration FETCH_INTERVAL = Duration.ofSeconds(2);

    /** The toolkit wants to know as whom to get tokens; it gets none. */
    private static final String NO_CLIENT = "";

    private final Vertx vertx;
    private final AuthorizationServer server;
    private final OccasionalWarning warning;
    private final Fetched<OAuth2Auth> fetched;
    private Optional<KeySet> known = Optional.empty();

    SigningKeys(Vertx vertx, AuthorizationServer server) {
        this.vertx = vertx;
        this.server = server;
        warning = new OccasionalWarning(
                vertx,
                LoggerFactory.getLogger(SigningKeys.class),
                "The keys of %s cannot be fetched".formatted(server.issuer()));
        fetched = new Fetched<>(FETCH_INTERVAL, this::fetch);
        renew();
        vertx.setPeriodic(RENEWAL.toMillis(), timer -> renew());
    }

    /** What verifies signatures by these keys. */
    private record KeySet(List<SigningKey> keys, OAuth2Auth verifier) {}

    private void renew() {
        fetched.get().onFailure(warning::tell);
    }

    private Future<OAuth2Auth> fetch() {
        return server.keys(this::verifierOf);
    }

    private OAuth2Auth verifierOf(JsonNode jwks) {
        var keys = StreamSupport.stream(jwks.path("keys").spliterator(), false)
                .flatMap(jwk -> SigningKey.read(jwk).stream())
                .toList();
        if (keys.isEmpty()) {
            throw new IllegalStateException("There is no key that signs among them");
        }
        if (known.filter(present -> present.keys().equals(keys)).isEmpty()) {
            known = Optional.of(new KeySet(keys, verifierBy(keys)));
        }
        return known.get().verifier();
    }

    /** It has no objection to an audience, nor to times: which claim is wrong is for {@code ClaimRules} to say. */
    private OAuth2Auth verifierBy(List<SigningKey> keys) {
        return OAuth2Auth.create(
                vertx,
                new OAuth2Options()
                        .setClientId(NO_CLIENT)
                        .setPubSecKeys(keys.stream().map(SigningKey::options).toList())
                        .setJWTOptions(new JWTOptions().setAudience(List.of()).setLeeway(Integer.MAX_VALUE)));
    }

    /**
     * Makes sure that one of the keys has signed the token.
     *
     * @return fails with {@link InvalidCredentials} when none has, and with {@code service_unavailable} when the key is
     *     unknown and the present keys cannot be fetched: the token may be good
     */
    Future<Void> verify(String token) {
        return known.map(keys -> verifyBy(keys.verifier(), token)
                        .recover(failure -> failure instanceof NoSuchKeyIdException
                                ? verifyByNewest(token)
                                : Future.failedFuture(failure)))
                .orElseGet(() -> verifyByNewest(token));
    }

    private Future<Void> verifyByNewest(String token) {
        return fetched.get()
                .timeout(AuthorizationServer.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(warning::tell)
                .recover(failure -> Future.failedFuture(away()))
                .compose(keys -> verifyBy(keys, token))
                .recover(failure ->
                        Future.failedFuture(failure instanceof NoSuchKeyIdException ? unknownKey() : failure));
    }

    private static InvalidCredentials unknownKey() {
        return new InvalidCredentials("The key that signed the access token is unknown.");
    }

    /** The toolkit throws when a signature is forged, and fails when it lacks the key or cannot take a claim. */
    private static Future<Void> verifyBy(OAuth2Auth keys, String token) {
        try {
            return keys.authenticate(new TokenCredentials(token))
                    .<Void>mapEmpty()
                    .recover(failure -> Future.failedFuture(
                            failure instanceof NoSuchKeyIdException
                                    ? failure
                                    : new InvalidCredentials("A time in the access token is out of range.")));
        } catch (RuntimeException forged) {
            return Future.failedFuture(new InvalidCredentials("The signature of the access token is not valid."));
        }
    }

    /** The error of a token about which nothing can be found out. */
    static RuntimeException away() {
        return SERVICE_UNAVAILABLE
                .because("Access tokens cannot be verified now; try again.")
                .asException();
    }
}
