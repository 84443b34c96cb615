package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.bus.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What an access token must say besides being genuine (RFC 9068, 4; RFC 8725). The toolkit accepts tokens without an
 * expiry, an audience or a scope; so all of it is examined here.
 */
final class ClaimRules {
    /** How far the clocks of the authorization server and of this one may differ. */
    static final Duration LEEWAY = Duration.ofSeconds(30);

    private static final String SUBJECT = "sub";

    private final AuthenticationSettings settings;

    ClaimRules(AuthenticationSettings settings) {
        this.settings = settings;
    }

    /**
     * Whose token this is.
     *
     * @throws RefusedCredentials when a claim is missing or wrong
     * @throws InsufficientScope when a scope is missing without which nobody may use the service
     */
    Authenticated accept(JsonNode claims) {
        objectionTo(claims).ifPresent(reason -> {
            throw new RefusedCredentials(reason);
        });
        if (!Scopes.grantedBy(claims).containsAll(settings.demandedScopes())) {
            throw new InsufficientScope(settings.demandedScopes());
        }
        return new Authenticated(callerOf(claims), expiryOf(claims));
    }

    private Optional<String> objectionTo(JsonNode claims) {
        if (!claims.path("iss").asText().equals(settings.oauth2Issuer())) {
            return Optional.of("The access token comes from another issuer.");
        }
        if (!names(claims.path("aud"), settings.oauth2Audience())) {
            return Optional.of("The access token is meant for another audience.");
        }
        if (!claims.path("exp").isNumber()
                || !Instant.now().isBefore(expiryOf(claims).plus(LEEWAY))) {
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
        if (claims.has(SUBJECT) && !isName(claims.path(SUBJECT))) {
            return Optional.of("The access token does not name its subject by a text of 1 to 255 characters.");
        }
        return Optional.empty();
    }

    private static boolean isName(JsonNode claim) {
        return claim.isTextual() && Caller.isName(claim.textValue());
    }

    private Caller callerOf(JsonNode claims) {
        var granted = Scopes.grantedBy(claims);
        var isBound = !settings.oauth2UniClaim().isBlank() && !granted.contains(settings.administrativeScope());
        var name = claims.path(settings.oauth2NameClaim()).asText();
        return new Caller(
                settings.oauth2Issuer(),
                // Who introspects a token need not tell its subject (RFC 7662, 2.2).
                claims.path(SUBJECT).asText(name),
                name,
                Scopes.KNOWN.stream().filter(granted::contains).collect(Collectors.toSet()),
                isBound ? Optional.of(claims.path(settings.oauth2UniClaim()).asText()) : Optional.empty());
    }

    private static Instant expiryOf(JsonNode claims) {
        return Instant.ofEpochSecond(claims.path("exp").asLong());
    }

    /** Whether an audience claim, a string or an array of strings, has this one (RFC 7519, 4.1.3). */
    private static boolean names(JsonNode audience, String name) {
        return audience.isTextual()
                ? audience.textValue().equals(name)
                : StreamSupport.stream(audience.spliterator(), false)
                        .anyMatch(one -> one.asText().equals(name));
    }
}
