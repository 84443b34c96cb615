package dev.registrar.gateway.authentication.token;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Signed access tokens that contain their claims: JWTs (RFC 9068). */
final class SignedTokens implements AccessTokens {
    /**
     * Only algorithms with a private key: with a shared secret, anyone could use the public key as the secret and sign.
     */
    private static final Set<String> ALGORITHMS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

    /** RFC 9068, 4 requires the first; many authorization servers send the second, or no type (RFC 7515, 4.1.9). */
    private static final Set<String> TYPES = Set.of("at+jwt", "application/at+jwt", "jwt", "application/jwt");

    /** In octets: two concatenated numbers, not DER (RFC 7518, 3.4), which the toolkit also accepts. */
    private static final Map<String, Integer> ELLIPTIC_SIGNATURE_LENGTHS =
            Map.of("ES256", 64, "ES384", 96, "ES512", 132);

    private final SigningKeys keys;

    SignedTokens(SigningKeys keys) {
        this.keys = keys;
    }

    @Override
    public Future<JsonNode> claimsOf(PresentedToken token) {
        return SignedToken.parse(token.value())
                .map(parsed -> objectionTo(parsed)
                        .map(SignedTokens::<JsonNode>rejected)
                        .orElseGet(() -> keys.verify(token.value()).map(parsed.claims())))
                .orElseGet(() -> rejected("The access token is not a well-formed JWT with a signature."));
    }

    private static Optional<String> objectionTo(SignedToken token) {
        if (!isAlgorithmAccepted(token)) {
            return Optional.of("The access token is not signed with an accepted algorithm.");
        }
        if (!isAccessToken(token)) {
            return Optional.of("The token is not an access token: its header typ is neither at+jwt nor JWT.");
        }
        if (!isSignatureEncodedAsRequired(token)) {
            return Optional.of("The signature of the access token is not encoded as its algorithm requires.");
        }
        return Optional.empty();
    }

    private static boolean isAlgorithmAccepted(SignedToken token) {
        return ALGORITHMS.contains(token.header().path("alg").asText())
                && !token.header().has("crit");
    }

    private static boolean isAccessToken(SignedToken token) {
        var type = token.header().path("typ");
        return type.isMissingNode() || TYPES.contains(type.asText().toLowerCase(Locale.ROOT));
    }

    private static boolean isSignatureEncodedAsRequired(SignedToken token) {
        var algorithm = token.header().path("alg").asText();
        return ELLIPTIC_SIGNATURE_LENGTHS.getOrDefault(algorithm, token.signatureLength()) == token.signatureLength();
    }

    /** Signed claims remain true until the token expires, or its key is withdrawn. */
    @Override
    public Optional<Duration> trust() {
        return Optional.empty();
    }

    @Override
    public int basis() {
        return keys.changes();
    }

    private static <T> Future<T> rejected(String reason) {
        return Future.failedFuture(new InvalidCredentials(reason));
    }
}
