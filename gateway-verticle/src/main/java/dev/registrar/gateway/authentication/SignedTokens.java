package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.json.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Signed access tokens that contain their claims: JWTs (RFC 9068). Only algorithms with a private key are accepted: with
 * a shared secret, anyone could use the public key as the secret and sign. Signed claims remain true until the token
 * expires, or its key is withdrawn, which {@link SigningKeys} reports.
 */
record SignedTokens(SigningKeys keys) implements BearerScheme.AccessTokens {
    /** RFC 9068, 4 requires the first; many authorization servers send the second, or no type (RFC 7515, 4.1.9). */
    private static final Set<String> TYPES = Set.of("at+jwt", "application/at+jwt", "jwt", "application/jwt");

    /** In octets: two concatenated numbers, not DER (RFC 7518, 3.4), which Vert.x also accepts. */
    private static final Map<String, Integer> ELLIPTIC_SIGNATURE_LENGTHS =
            Map.of("ES256", 64, "ES384", 96, "ES512", 132);

    @Override
    public Future<JsonNode> claimsOf(String token, String clientNetwork, boolean wasAcceptedBefore) {
        var parsed = Jwt.parse(token)
                .orElseThrow(
                        () -> new InvalidCredentials("The access token is not a well-formed JWT with a signature."));
        requireAccepted(parsed);
        return keys.verify(token).map(parsed.claims());
    }

    private static void requireAccepted(Jwt token) {
        var algorithm = token.header().path("alg").asText();
        var isAccepted =
                SigningKeys.RSA_ALGORITHMS.contains(algorithm) || ELLIPTIC_SIGNATURE_LENGTHS.containsKey(algorithm);
        if (!isAccepted || token.header().has("crit")) {
            throw new InvalidCredentials("The access token is not signed with an accepted algorithm.");
        }
        var type = token.header().path("typ");
        if (!type.isMissingNode() && !TYPES.contains(type.asText().toLowerCase(Locale.ROOT))) {
            throw new InvalidCredentials("The token is not an access token: its header typ is neither at+jwt nor JWT.");
        }
        var length = token.signatureLength();
        if (ELLIPTIC_SIGNATURE_LENGTHS.getOrDefault(algorithm, length) != length) {
            throw new InvalidCredentials("The signature of the access token is not encoded as its algorithm requires.");
        }
    }

    /**
     * The two JSON objects of a JWT (RFC 7519). They prove nothing until the signature is verified.
     *
     * @param signatureLength the length of the signature in octets
     */
    private record Jwt(JsonNode header, JsonNode claims, int signatureLength) {
        private static final int PARTS = 3;
        private static final List<String> TIMES = List.of("exp", "nbf", "iat");

        /** Parses a token; empty if the text is not a JWT with a signature. */
        static Optional<Jwt> parse(String token) {
            var parts = token.split("\\.", -1);
            if (parts.length != PARTS || parts[2].isEmpty()) {
                return Optional.empty();
            }
            try {
                var parsed = new Jwt(object(parts[0]), object(parts[1]), decodeStrictly(parts[2]).length);
                return parsed.isWellFormed() ? Optional.of(parsed) : Optional.empty();
            } catch (IllegalArgumentException | JsonApiException malformed) {
                return Optional.empty();
            }
        }

        /**
         * Times must be numbers, and the audience a string or an array (RFC 7519, 4.1); Vert.x fails on anything else.
         */
        private boolean isWellFormed() {
            return header.isObject()
                    && claims.isObject()
                    && !claims.path("aud").isObject()
                    && TIMES.stream()
                            .allMatch(time ->
                                    !claims.has(time) || claims.path(time).isNumber());
        }

        private static JsonNode object(String base64) {
            return Json.read(Buffer.buffer(Base64.getUrlDecoder().decode(base64)));
        }

        /** The signature itself is not signed: with unused bits, one token could have several texts (RFC 4648, 3.5). */
        private static byte[] decodeStrictly(String base64) {
            var octets = Base64.getUrlDecoder().decode(base64);
            if (!Base64.getUrlEncoder().withoutPadding().encodeToString(octets).equals(base64)) {
                throw new IllegalArgumentException("This is not the canonical encoding of these octets");
            }
            return octets;
        }
    }
}
