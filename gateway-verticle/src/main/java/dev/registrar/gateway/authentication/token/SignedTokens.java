package dev.registrar.gateway.authentication.token;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Access tokens that say themselves what they are, signed: JWTs (RFC 9068). */
final class SignedTokens implements AccessTokens {
    /** Signatures by a private key alone: a public key that is taken for a shared secret proves nothing. */
    private static final Set<String> ALGORITHMS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

    /** RFC 9068, 4 demands the first; many authorization servers write the second, or nothing (RFC 7515, 4.1.9). */
    private static final Set<String> TYPES = Set.of("at+jwt", "application/at+jwt", "jwt", "application/jwt");

    /** In octets: the two numbers side by side, and not in DER (RFC 7518, 3.4), which the toolkit takes as well. */
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
                        .map(SignedTokens::<JsonNode>refused)
                        .orElseGet(() -> keys.verify(token.value()).map(parsed.claims())))
                .orElseGet(() -> refused("The access token is not a well-formed JWT with a signature."));
    }

    private static Optional<String> objectionTo(SignedToken token) {
        if (!isSignedAsAccepted(token)) {
            return Optional.of("The access token is not signed by an accepted algorithm.");
        }
        if (!saysThatItIsOne(token)) {
            return Optional.of("The token is not an access token: its header typ is neither at+jwt nor JWT.");
        }
        if (!isSignatureEncodedAsDemanded(token)) {
            return Optional.of("The signature of the access token is not encoded as its algorithm demands.");
        }
        return Optional.empty();
    }

    private static boolean isSignedAsAccepted(SignedToken token) {
        return ALGORITHMS.contains(token.header().path("alg").asText())
                && !token.header().has("crit");
    }

    private static boolean saysThatItIsOne(SignedToken token) {
        var type = token.header().path("typ");
        return type.isMissingNode() || TYPES.contains(type.asText().toLowerCase(Locale.ROOT));
    }

    private static boolean isSignatureEncodedAsDemanded(SignedToken token) {
        var algorithm = token.header().path("alg").asText();
        return ELLIPTIC_SIGNATURE_LENGTHS.getOrDefault(algorithm, token.signatureLength()) == token.signatureLength();
    }

    /** What is signed stays true until it expires. */
    @Override
    public Optional<Duration> trust() {
        return Optional.empty();
    }

    private static <T> Future<T> refused(String reason) {
        return Future.failedFuture(new InvalidCredentials(reason));
    }
}
