package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.authentication.AuthorizationServer.FetchedValue;
import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import dev.registrar.platform.operations.OccasionalWarning;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.NoSuchKeyIdException;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.oauth2.OAuth2Auth;
import io.vertx.ext.auth.oauth2.OAuth2Options;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.slf4j.LoggerFactory;

/**
 * The signing keys of an authorization server: its JWK Set (RFC 7517). They are fetched at the start, periodically, and
 * when a token names an unknown key, but not for every such token, because anyone can make up key ids. While the server
 * is unavailable, the known keys remain in use. Belongs to one event loop.
 */
final class SigningKeys {
    private static final Duration RENEWAL = Duration.ofMinutes(10);
    private static final Duration FETCH_INTERVAL = Duration.ofSeconds(2);

    static final Set<String> RSA_ALGORITHMS = Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512");

    /** RFC 7518, 3.3 and 3.5. */
    private static final int MIN_RSA_BITS = 2048;

    /** Vert.x requires a client id to request tokens; this service does not request any. */
    private static final String NO_CLIENT = "";

    private final Vertx vertx;
    private final OccasionalWarning warning;
    private final FetchedValue<OAuth2Auth> fetched;
    private final Runnable whenChanged;
    private Optional<OAuth2Auth> verifier = Optional.empty();
    private JsonNode known;

    /**
     * Starts to fetch the keys.
     *
     * @param whenChanged is told that the keys have changed: a token that was verified before may be signed with one
     *     that is withdrawn
     */
    SigningKeys(Vertx vertx, AuthorizationServer server, Runnable whenChanged) {
        this.vertx = vertx;
        this.whenChanged = whenChanged;
        warning = new OccasionalWarning(
                vertx,
                LoggerFactory.getLogger(SigningKeys.class),
                "The keys of %s cannot be fetched".formatted(server.issuer()));
        fetched = new FetchedValue<>(FETCH_INTERVAL, () -> server.keys(this::verifierOf));
        renew();
        vertx.setPeriodic(RENEWAL.toMillis(), timer -> renew());
    }

    private void renew() {
        fetched.get().onFailure(warning::log);
    }

    private OAuth2Auth verifierOf(JsonNode jwks) {
        var keys = jwks.path("keys");
        if (verifier.isEmpty() || !keys.equals(known)) {
            verifier = Optional.of(verifierBy(StreamSupport.stream(keys.spliterator(), false)
                    .flatMap(jwk -> read(jwk).stream())
                    .toList()));
            known = keys;
            whenChanged.run();
        }
        return verifier.get();
    }

    /** Accepts any audience and time, because {@code ClaimRules} reports which claim is wrong. */
    private OAuth2Auth verifierBy(List<PubSecKeyOptions> keys) {
        if (keys.isEmpty()) {
            throw new IllegalStateException("None of the keys can be used for signatures");
        }
        return OAuth2Auth.create(
                vertx,
                new OAuth2Options()
                        .setClientId(NO_CLIENT)
                        .setPubSecKeys(keys)
                        .setJWTOptions(new JWTOptions().setAudience(List.of()).setLeeway(Integer.MAX_VALUE)));
    }

    /**
     * Verifies that one of the keys has signed the token.
     *
     * @return fails with {@link InvalidCredentials} if none has, and with {@code service_unavailable} if the key is
     *     unknown and the current keys cannot be fetched, because the token may be valid
     */
    Future<Void> verify(String token) {
        return verifier.map(keys -> verifyBy(keys, token)
                        .recover(failure -> failure instanceof NoSuchKeyIdException
                                ? verifyByNewest(token)
                                : Future.failedFuture(failure)))
                .orElseGet(() -> verifyByNewest(token));
    }

    private Future<Void> verifyByNewest(String token) {
        return AuthorizationServer.orUnavailable(fetched.get(), warning)
                .compose(keys -> verifyBy(keys, token))
                .recover(failure -> Future.failedFuture(
                        failure instanceof NoSuchKeyIdException
                                ? new InvalidCredentials("The access token is signed with an unknown key.")
                                : failure));
    }

    /** Vert.x throws if a signature is forged, and fails if it lacks the key or cannot read a claim. */
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

    /**
     * A key of a JWK Set that verifies signatures of one algorithm (RFC 7517, 4; RFC 7518, 6). Empty for other keys:
     * shared secrets, keys for encryption, and keys that are invalid or too short.
     */
    private static Optional<PubSecKeyOptions> read(JsonNode jwk) {
        try {
            return jwk.path("use").asText("sig").equals("sig") ? readByType(jwk) : Optional.empty();
        } catch (GeneralSecurityException | IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static Optional<PubSecKeyOptions> readByType(JsonNode jwk) throws GeneralSecurityException {
        return switch (jwk.path("kty").asText() + jwk.path("crv").asText()) {
            case "RSA" -> {
                var algorithm = jwk.path("alg").asText("RS256");
                yield RSA_ALGORITHMS.contains(algorithm) ? key(jwk, algorithm, rsaKey(jwk)) : Optional.empty();
            }
            case "ECP-256" -> key(jwk, "ES256", ellipticKey(jwk, "secp256r1"));
            case "ECP-384" -> key(jwk, "ES384", ellipticKey(jwk, "secp384r1"));
            case "ECP-521" -> key(jwk, "ES512", ellipticKey(jwk, "secp521r1"));
            default -> Optional.empty();
        };
    }

    private static Optional<PubSecKeyOptions> key(JsonNode jwk, String algorithm, PublicKey key) {
        return Optional.of(new PubSecKeyOptions()
                .setId(jwk.path("kid").textValue())
                .setAlgorithm(algorithm)
                .setBuffer("-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----"
                        .formatted(Base64.getMimeEncoder().encodeToString(key.getEncoded()))));
    }

    private static PublicKey rsaKey(JsonNode jwk) throws GeneralSecurityException {
        var modulus = number(jwk, "n");
        if (modulus.bitLength() < MIN_RSA_BITS) {
            throw new InvalidKeyException("The key is too short");
        }
        return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, number(jwk, "e")));
    }

    private static PublicKey ellipticKey(JsonNode jwk, String curve) throws GeneralSecurityException {
        var parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(curve));
        return KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(
                        new ECPoint(number(jwk, "x"), number(jwk, "y")),
                        parameters.getParameterSpec(ECParameterSpec.class)));
    }

    private static BigInteger number(JsonNode jwk, String member) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(jwk.path(member).asText()));
    }
}
