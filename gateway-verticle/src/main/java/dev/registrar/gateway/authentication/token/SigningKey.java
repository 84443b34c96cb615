package dev.registrar.gateway.authentication.token;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.ext.auth.PubSecKeyOptions;
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
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/**
 * A public key that verifies signatures of one algorithm: a key of a JWK Set (RFC 7517, 4; RFC 7518, 6).
 *
 * @param id the name of the key in tokens; null if it has none
 */
record SigningKey(String id, String algorithm, PublicKey key) {
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
        return new BigInteger(1, Base64.getUrlDecoder().decode(jwk.path(member).asText()));
    }

    /** The key as an option for the toolkit. */
    PubSecKeyOptions options() {
        return new PubSecKeyOptions()
                .setId(id)
                .setAlgorithm(algorithm)
                .setBuffer("-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----"
                        .formatted(Base64.getMimeEncoder().encodeToString(key.getEncoded())));
    }
}
