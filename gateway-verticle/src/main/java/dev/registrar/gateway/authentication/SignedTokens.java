package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Access tokens that say themselves what they are, signed: JWTs (RFC 9068). */
final class SignedTokens implements AccessTokens {
    /** Signatures by a private key alone: a public key that is taken for a shared secret proves nothing. */
    private static final Set<String> ALGORITHMS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

    private final SigningKeys keys;

    SignedTokens(SigningKeys keys) {
        this.keys = keys;
    }

    @Override
    public Future<JsonNode> claimsOf(PresentedToken token) {
        return SignedToken.parse(token.value())
                .map(parsed -> isSignedAsAccepted(parsed)
                        ? keys.verify(token.value()).map(parsed.claims())
                        : SignedTokens.<JsonNode>refused("The access token is not signed by an accepted algorithm."))
                .orElseGet(() -> refused("The access token is not a well-formed JWT with a signature."));
    }

    private static boolean isSignedAsAccepted(SignedToken token) {
        return ALGORITHMS.contains(token.header().path("alg").asText())
                && !token.header().has("crit");
    }

    /** What is signed stays true until it expires. */
    @Override
    public Optional<Duration> trust() {
        return Optional.empty();
    }

    private static <T> Future<T> refused(String reason) {
        return Future.failedFuture(new RefusedCredentials(reason));
    }
}
