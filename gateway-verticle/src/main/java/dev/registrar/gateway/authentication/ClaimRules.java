package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.authentication.LoginFailure.InsufficientScope;
import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import dev.registrar.gateway.http.exchange.Exchange.Authenticated;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Checks the claims of a genuine access token (RFC 9068, 4; RFC 8725). */
final class ClaimRules {
    /** The accepted difference between the clocks of the authorization server and this machine. */
    private static final Duration LEEWAY = Duration.ofSeconds(30);

    private static final String SUBJECT = "sub";

    /** RFC 8693, 4.2: a list in one string; some authorization servers send an array or use another name. */
    private static final List<String> SCOPES = List.of("scope", "scp");

    private static final double EARLIEST = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
    private static final double LATEST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    private final AuthenticationSettings.Bearer settings;

    /** In the order in which they are checked; the first one that is broken is reported. */
    private final List<Rule> rules;

    ClaimRules(AuthenticationSettings.Bearer settings) {
        this.settings = settings;
        rules = List.of(
                new Rule(this::isIssuedAsConfigured, "The access token comes from another issuer."),
                new Rule(this::isMeantForUs, "The access token is for another audience."),
                new Rule(claims -> timeIn(claims, "exp").isPresent(), "The access token has no expiry time."),
                new Rule(ClaimRules::hasNotExpired, "Your login has expired; log in again."),
                new Rule(ClaimRules::hasBegun, "The access token is not valid yet."),
                new Rule(
                        claims -> isName(claims.path(settings.oauth2NameClaim())),
                        "The access token does not contain the name of the caller as a text of 1 to 255 characters."),
                // Introspection may omit it (RFC 7662, 2.2), but nothing else distinguishes callers with the same name.
                new Rule(
                        claims -> isName(claims.path(SUBJECT)),
                        "The access token does not contain its subject as a text of 1 to 255 characters."),
                new Rule(this::namesPerson, "The access token does not contain the person to whom it is bound."),
                new Rule(
                        this::identifiesPerson,
                        "The person to whom the access token is bound is not %s.".formatted(Caller.EXPECTED_UNI)));
    }

    private record Rule(Predicate<JsonNode> holds, String objection) {}

    /**
     * Returns the caller of a token.
     *
     * @throws InvalidCredentials if a claim is missing or wrong
     * @throws InsufficientScope if a scope is missing that every token must have
     */
    Authenticated accept(JsonNode claims) {
        for (var rule : rules) {
            if (!rule.holds().test(claims)) {
                throw new InvalidCredentials(rule.objection());
            }
        }
        var granted = scopesIn(claims);
        var required = settings.scopes().required();
        if (!granted.containsAll(required)) {
            throw new InsufficientScope(
                    required,
                    required.stream().filter(scope -> !granted.contains(scope)).toList());
        }
        return new Authenticated(
                callerOf(claims, granted), timeIn(claims, "exp").orElseThrow());
    }

    private boolean isIssuedAsConfigured(JsonNode claims) {
        return settings.oauth2Issuer().equals(claims.path("iss").textValue());
    }

    /** The claim is a string or an array of strings (RFC 7519, 4.1.3). */
    private boolean isMeantForUs(JsonNode claims) {
        var audience = claims.path("aud");
        var audiences = audience.isArray() ? audience : List.of(audience);
        return StreamSupport.stream(audiences.spliterator(), false)
                .map(JsonNode::textValue)
                .anyMatch(settings.oauth2Audience()::equals);
    }

    private static boolean hasNotExpired(JsonNode claims) {
        return timeIn(claims, "exp")
                .filter(Instant.now().minus(LEEWAY)::isBefore)
                .isPresent();
    }

    private static boolean hasBegun(JsonNode claims) {
        var latest = Instant.now().plus(LEEWAY);
        return Stream.of("nbf", "iat")
                .filter(claims::hasNonNull)
                .allMatch(name -> timeIn(claims, name)
                        .filter(start -> !start.isAfter(latest))
                        .isPresent());
    }

    /**
     * Times in tokens are the seconds since 1970, as any JSON number (RFC 7519, 2). A time outside the years 0 to 9999
     * becomes the nearest of those.
     */
    private static Optional<Instant> timeIn(JsonNode claims, String name) {
        var seconds = claims.path(name);
        return seconds.isNumber()
                ? Optional.of(Instant.ofEpochSecond((long) Math.max(EARLIEST, Math.min(LATEST, seconds.doubleValue()))))
                : Optional.empty();
    }

    private static boolean isName(JsonNode claim) {
        return claim.isTextual() && Caller.isName(claim.textValue());
    }

    private JsonNode personIn(JsonNode claims) {
        return claims.path(settings.oauth2UniClaim());
    }

    /** A token without the claim is bound to a person who does not exist, which is harmless. */
    private boolean namesPerson(JsonNode claims) {
        var person = personIn(claims);
        return person.isMissingNode() || isName(person) || !isBound(scopesIn(claims));
    }

    private boolean identifiesPerson(JsonNode claims) {
        var person = personIn(claims);
        return person.isMissingNode() || Caller.isUni(person.asText()) || !isBound(scopesIn(claims));
    }

    private boolean isBound(Set<String> granted) {
        return !settings.oauth2UniClaim().isBlank() && !settings.scopes().isAdministrative(granted);
    }

    private Caller callerOf(JsonNode claims, Set<String> granted) {
        return new Caller(
                settings.oauth2Issuer(),
                claims.path(SUBJECT).textValue(),
                claims.path(settings.oauth2NameClaim()).textValue(),
                scopesOf(granted),
                isBound(granted) ? Optional.of(personIn(claims).asText(Caller.NOBODY)) : Optional.empty());
    }

    private Set<String> scopesOf(Set<String> granted) {
        var administrative = Stream.of(Caller.ADMINISTRATIVE)
                .filter(scope -> settings.scopes().isAdministrative(granted));
        return Stream.concat(Action.SCOPES.stream().filter(granted::contains), administrative)
                .collect(Collectors.toSet());
    }

    /** Returns all scopes in the claims of an access token, known or not. */
    private static Set<String> scopesIn(JsonNode claims) {
        Set<String> granted = new HashSet<>();
        for (var name : SCOPES) {
            var value = claims.path(name);
            if (value.isTextual()) {
                granted.addAll(List.of(value.textValue().split(" ", -1)));
            }
            if (value.isArray()) {
                value.forEach(element -> granted.add(element.asText()));
            }
        }
        return granted;
    }
}
