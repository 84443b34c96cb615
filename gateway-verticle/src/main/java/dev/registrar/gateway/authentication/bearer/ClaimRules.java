package dev.registrar.gateway.authentication.bearer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.authentication.scheme.Authenticated;
import dev.registrar.gateway.authentication.scheme.InsufficientScope;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Checks the claims of a genuine access token (RFC 9068, 4; RFC 8725). */
final class ClaimRules {
    /** The accepted difference between the clocks of the authorization server and this machine. */
    private static final Duration LEEWAY = Duration.ofSeconds(30);

    private static final String SUBJECT = "sub";

    private final BearerSettings settings;

    ClaimRules(BearerSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the caller of a token.
     *
     * @throws InvalidCredentials if a claim is missing or wrong
     * @throws InsufficientScope if a scope is missing that every token must have
     */
    Authenticated accept(JsonNode claims) {
        objectionTo(claims).ifPresent(reason -> {
            throw new InvalidCredentials(reason);
        });
        var required = settings.scopes().required();
        var granted = GrantedScopes.in(claims);
        var missing =
                required.stream().filter(scope -> !granted.contains(scope)).toList();
        if (!missing.isEmpty()) {
            throw new InsufficientScope(required, missing);
        }
        return new Authenticated(callerOf(claims), NumericDate.in(claims, "exp").orElseThrow());
    }

    private Optional<String> objectionTo(JsonNode claims) {
        return Stream.of(
                        unless(isIssuedAsConfigured(claims), "The access token comes from another issuer."),
                        unless(isMeantForUs(claims.path("aud")), "The access token is for another audience."),
                        unless(claims.path("exp").isNumber(), "The access token has no expiry time."),
                        unless(!hasExpired(claims), "Your login has expired; log in again."),
                        unless(hasBegun(claims), "The access token is not valid yet."),
                        unless(
                                namesCaller(claims),
                                "The access token does not contain the name of the caller as a text of 1 to 255 characters."),
                        unless(
                                namesSubject(claims),
                                "The access token does not contain its subject as a text of 1 to 255 characters."),
                        unless(
                                namesPerson(claims),
                                "The access token does not contain the person to whom it is bound."),
                        unless(
                                identifiesPerson(claims),
                                "The person to whom the access token is bound is not %s."
                                        .formatted(Caller.EXPECTED_UNI)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> unless(boolean holds, String objection) {
        return holds ? Optional.empty() : Optional.of(objection);
    }

    private boolean isIssuedAsConfigured(JsonNode claims) {
        return settings.oauth2Issuer().equals(claims.path("iss").textValue());
    }

    /** The claim is a string or an array of strings (RFC 7519, 4.1.3). */
    private boolean isMeantForUs(JsonNode audience) {
        var audiences = audience.isArray() ? audience : List.of(audience);
        return StreamSupport.stream(audiences.spliterator(), false)
                .map(JsonNode::textValue)
                .anyMatch(settings.oauth2Audience()::equals);
    }

    private static boolean hasExpired(JsonNode claims) {
        return NumericDate.in(claims, "exp")
                .filter(expiry -> !Instant.now().minus(LEEWAY).isBefore(expiry))
                .isPresent();
    }

    private static boolean hasBegun(JsonNode claims) {
        var latest = Instant.now().plus(LEEWAY);
        return Stream.of("nbf", "iat")
                .filter(claims::hasNonNull)
                .allMatch(name -> NumericDate.in(claims, name)
                        .filter(start -> !start.isAfter(latest))
                        .isPresent());
    }

    private boolean namesCaller(JsonNode claims) {
        return isName(claims.path(settings.oauth2NameClaim()));
    }

    /**
     * Introspection may omit the subject (RFC 7662, 2.2), but nothing else distinguishes two callers with the same
     * name.
     */
    private static boolean namesSubject(JsonNode claims) {
        return isName(claims.path(SUBJECT));
    }

    private static boolean isName(JsonNode claim) {
        return claim.isTextual() && Caller.isName(claim.textValue());
    }

    /** A token without the claim is bound to a person who does not exist, which is harmless. */
    private boolean namesPerson(JsonNode claims) {
        var person = claims.path(settings.oauth2UniClaim());
        return !isBound(claims) || person.isMissingNode() || isName(person);
    }

    private boolean identifiesPerson(JsonNode claims) {
        var person = claims.path(settings.oauth2UniClaim());
        return !isBound(claims) || person.isMissingNode() || Caller.isUni(person.asText());
    }

    private boolean isBound(JsonNode claims) {
        return !settings.oauth2UniClaim().isBlank() && !settings.scopes().isAdministrative(GrantedScopes.in(claims));
    }

    private Set<String> scopesOf(Set<String> granted) {
        var administrative = Stream.of(Caller.ADMINISTRATIVE)
                .filter(scope -> settings.scopes().isAdministrative(granted));
        return Stream.concat(Action.SCOPES.stream().filter(granted::contains), administrative)
                .collect(Collectors.toSet());
    }

    private Caller callerOf(JsonNode claims) {
        var granted = GrantedScopes.in(claims);
        var name = claims.path(settings.oauth2NameClaim()).textValue();
        return new Caller(
                settings.oauth2Issuer(),
                claims.path(SUBJECT).textValue(),
                name,
                scopesOf(granted),
                isBound(claims)
                        ? Optional.of(claims.path(settings.oauth2UniClaim()).asText(Caller.NOBODY))
                        : Optional.empty());
    }
}
