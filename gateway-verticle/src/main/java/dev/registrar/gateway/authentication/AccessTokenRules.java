package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.bus.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What an access token must say besides being signed (RFC 9068, 4; RFC 8725). The toolkit accepts tokens without an
 * expiry, an audience or a scope; so all of it is examined here.
 */
final class AccessTokenRules {
    /** How far the clocks of the authorization server and of this one may differ. */
    static final Duration LEEWAY = Duration.ofSeconds(30);

    /** Signatures by a private key alone: a public key that is taken for a shared secret proves nothing. */
    private static final Set<String> ALGORITHMS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

    private final AuthenticationSettings settings;

    AccessTokenRules(AuthenticationSettings settings) {
        this.settings = settings;
    }

    /** What is wrong with a token, in a sentence; empty when nothing is, its signature apart. */
    Optional<String> objectionTo(AccessToken token) {
        var claims = token.claims();
        if (!ALGORITHMS.contains(token.header().path("alg").asText())
                || token.header().has("crit")) {
            return Optional.of("The access token is not signed by an accepted algorithm.");
        }
        if (!claims.path("iss").asText().equals(settings.oauth2Issuer())) {
            return Optional.of("The access token comes from another issuer.");
        }
        if (!names(claims.path("aud"), settings.oauth2Audience())) {
            return Optional.of("The access token is meant for another audience.");
        }
        if (!claims.path("exp").isNumber()
                || !Instant.now().isBefore(token.expiry().plus(LEEWAY))) {
            return Optional.of("The access token has expired.");
        }
        if (claims.has("nbf")
                && Instant.now().plus(LEEWAY).getEpochSecond()
                        < claims.path("nbf").asLong(Long.MAX_VALUE)) {
            return Optional.of("The access token is not valid yet.");
        }
        if (!Caller.isName(claims.path(settings.oauth2NameClaim()).asText())) {
            return Optional.of("The access token does not name the caller by 1 to 255 characters.");
        }
        return Optional.empty();
    }

    Caller callerOf(AccessToken token) {
        var claims = token.claims();
        var granted = Scopes.grantedBy(claims);
        var isBound = !settings.oauth2UniClaim().isBlank() && !granted.contains(settings.administrativeScope());
        return new Caller(
                claims.path(settings.oauth2NameClaim()).asText(),
                Scopes.KNOWN.stream().filter(granted::contains).collect(Collectors.toSet()),
                isBound ? Optional.of(claims.path(settings.oauth2UniClaim()).asText()) : Optional.empty());
    }

    /** Whether an audience claim, a string or an array of strings, has this one (RFC 7519, 4.1.3). */
    private static boolean names(JsonNode audience, String name) {
        return audience.isTextual()
                ? audience.textValue().equals(name)
                : StreamSupport.stream(audience.spliterator(), false)
                        .anyMatch(one -> one.asText().equals(name));
    }
}
