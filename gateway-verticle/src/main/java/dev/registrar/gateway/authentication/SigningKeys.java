package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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

    /** Vert.x requires a client id to request tokens; this service does not request any. */
    private static final String NO_CLIENT = "";

    private final Vertx vertx;
    private final OccasionalWarning warning;
    private final FetchedValue<OAuth2Auth> fetched;
    private Optional<KeySet> known = Optional.empty();
    private int generation;

    SigningKeys(Vertx vertx, AuthorizationServer server) {
        this.vertx = vertx;
        warning = new OccasionalWarning(
                vertx,
                LoggerFactory.getLogger(SigningKeys.class),
                "The keys of %s cannot be fetched".formatted(server.issuer()));
        fetched = new FetchedValue<>(FETCH_INTERVAL, () -> server.keys(this::verifierOf));
        renew();
        vertx.setPeriodic(RENEWAL.toMillis(), timer -> renew());
    }

    /** Verifies signatures with these keys. */
    private record KeySet(Set<SigningKey> keys, OAuth2Auth verifier) {}

    private void renew() {
        fetched.get().onFailure(warning::log);
    }

    private OAuth2Auth verifierOf(JsonNode jwks) {
        var keys = StreamSupport.stream(jwks.path("keys").spliterator(), false)
                .flatMap(jwk -> SigningKey.read(jwk).stream())
                .collect(Collectors.toUnmodifiableSet());
        if (keys.isEmpty()) {
            throw new IllegalStateException("None of the keys can be used for signatures");
        }
        if (known.filter(present -> present.keys().equals(keys)).isEmpty()) {
            known = Optional.of(new KeySet(keys, verifierBy(keys)));
            generation++;
        }
        return known.get().verifier();
    }

    /**
     * Grows with each change of the keys: the key of a token that was verified before the latest one may be withdrawn.
     */
    int generation() {
        return generation;
    }

    /** Accepts any audience and time, because {@code ClaimRules} reports which claim is wrong. */
    private OAuth2Auth verifierBy(Set<SigningKey> keys) {
        return OAuth2Auth.create(
                vertx,
                new OAuth2Options()
                        .setClientId(NO_CLIENT)
                        .setPubSecKeys(keys.stream().map(SigningKey::options).toList())
                        .setJWTOptions(new JWTOptions().setAudience(List.of()).setLeeway(Integer.MAX_VALUE)));
    }

    /**
     * Verifies that one of the keys has signed the token.
     *
     * @return fails with {@link InvalidCredentials} if none has, and with {@code service_unavailable} if the key is
     *     unknown and the current keys cannot be fetched, because the token may be valid
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
                .onFailure(warning::log)
                .recover(failure -> Future.failedFuture(AuthorizationServer.unavailable()))
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
     * A public key that verifies signatures of one algorithm: a key of a JWK Set (RFC 7517, 4; RFC 7518, 6).
     *
     * @param id the name of the key in tokens; null if it has none
     */
    private record SigningKey(String id, String algorithm, PublicKey key) {
        private static final Set<String> RSA_ALGORITHMS = Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512");

        /** RFC 7518, 3.3 and 3.5. */
        private static final int MIN_RSA_BITS = 2048;

        /** Empty for other keys: shared secrets, keys for encryption, and keys that are invalid or too short. */
        static Optional<SigningKey> read(JsonNode jwk) {
            try {
                return jwk.path("use").asText("sig").equals("sig") ? readByType(jwk) : Optional.empty();
            } catch (GeneralSecurityException | IllegalArgumentException malformed) {
                return Optional.empty();
            }
        }

        private static Optional<SigningKey> readByType(JsonNode jwk) throws GeneralSecurityException {
            var id = jwk.path("kid").textValue();
            return switch (jwk.path("kty").asText()) {
                case "RSA" -> {
                    var algorithm = jwk.path("alg").asText("RS256");
                    yield RSA_ALGORITHMS.contains(algorithm)
                            ? Optional.of(new SigningKey(id, algorithm, rsaKey(jwk)))
                            : Optional.empty();
                }
                case "EC" ->
                    switch (jwk.path("crv").asText()) {
                        case "P-256" -> Optional.of(new SigningKey(id, "ES256", ellipticKey(jwk, "secp256r1")));
                        case "P-384" -> Optional.of(new SigningKey(id, "ES384", ellipticKey(jwk, "secp384r1")));
                        case "P-521" -> Optional.of(new SigningKey(id, "ES512", ellipticKey(jwk, "secp521r1")));
                        default -> Optional.empty();
                    };
                default -> Optional.empty();
            };
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
            return new BigInteger(
                    1, Base64.getUrlDecoder().decode(jwk.path(member).asText()));
        }

        /** The key as an option for Vert.x. */
        PubSecKeyOptions options() {
            return new PubSecKeyOptions()
                    .setId(id)
                    .setAlgorithm(algorithm)
                    .setBuffer("-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----"
                            .formatted(Base64.getMimeEncoder().encodeToString(key.getEncoded())));
        }
    }
}
