package dev.registrar.gateway.authentication;

import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.resource.bus.Caller;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How callers authenticate.
 *
 * @param documentationClientId the client id with which people log in on the documentation page; blank if they cannot
 */
public record AuthenticationSettings(Basic basic, Bearer bearer, SessionLimits sessions, String documentationClientId) {
    public AuthenticationSettings {
        var errors = new SettingsErrors();
        errors.require(
                basic.basic() || bearer.isOffered(),
                "authentication.oauth2-issuer is required if authentication.basic is false: otherwise nobody could sign in");
        errors.throwIfAny();
    }

    /**
     * Whether and how users log in with a password.
     *
     * @param basic whether Basic authentication is offered
     * @param usersFile the vertx-auth-properties file with its users
     * @param failedLoginsPerMinute how many logins of one user may fail from one address before the next is rejected
     */
    public record Basic(boolean basic, String usersFile, int failedLoginsPerMinute) {
        public Basic {
            var errors = new SettingsErrors();
            errors.require(failedLoginsPerMinute >= 1, "authentication.failed-logins-per-minute must be at least 1");
            errors.throwIfAny();
        }
    }

    /**
     * Which access tokens are accepted.
     *
     * @param oauth2Issuer the issuer identifier of the authorization server whose access tokens are accepted; blank for
     *     none
     * @param oauth2Audience the audience that access tokens must have
     * @param oauth2NameClaim the claim that names the caller
     * @param oauth2UniClaim the claim that binds the caller to a person; blank if there is none
     * @param scopes the scopes of this organization
     */
    public record Bearer(
            String oauth2Issuer,
            String oauth2Audience,
            String oauth2NameClaim,
            String oauth2UniClaim,
            OrganizationScopes scopes,
            Introspection introspection) {
        public Bearer {
            var errors = new SettingsErrors();
            errors.require(
                    oauth2Issuer.isBlank()
                            || (Caller.isIssuer(oauth2Issuer) && AuthorizationServer.isIssuer(oauth2Issuer)),
                    "authentication.oauth2-issuer must be an http or https URL of at most 255 characters, without query and"
                            + " fragment");
            errors.require(
                    oauth2Issuer.isBlank() || !oauth2Audience.isBlank(),
                    "authentication.oauth2-audience must name this service: tokens for others are not accepted");
            errors.require(
                    !introspection.oauth2Introspection()
                            || !(oauth2Issuer.isBlank()
                                    || introspection.oauth2ClientId().isBlank()),
                    "authentication.oauth2-introspection needs oauth2-issuer and oauth2-client-id");
            errors.throwIfAny();
        }

        public boolean isOffered() {
            return !oauth2Issuer.isBlank();
        }

        public Optional<AuthorizationServer> authorizationServer(Vertx vertx) {
            return isOffered() ? Optional.of(new AuthorizationServer(vertx, oauth2Issuer)) : Optional.empty();
        }
    }

    /**
     * Whether and how the authorization server is asked about access tokens.
     *
     * @param oauth2Introspection whether it is asked about each token
     * @param oauth2IntrospectionInterval how long its response about a token is reused
     * @param oauth2ClientId the client id with which this service asks
     * @param oauth2ClientSecret the secret of that client
     */
    public record Introspection(
            boolean oauth2Introspection,
            Duration oauth2IntrospectionInterval,
            String oauth2ClientId,
            String oauth2ClientSecret) {}

    /**
     * The organization's own scopes, under the names of its authorization server; blank ones are not
     * configured.
     *
     * @param loginScope a scope that every access token must have
     * @param groupScope another one
     * @param administrativeScope the scope that frees a caller from being bound to a person, and opens the audit
     */
    public record OrganizationScopes(String loginScope, String groupScope, String administrativeScope) {
        /** The names in the contract and in the realm in deploy/keycloak. */
        private static final OrganizationScopes DESCRIBED =
                new OrganizationScopes("registrar:login", "registrar:group", Caller.ADMINISTRATIVE_IN_CONTRACT);

        public List<String> configured() {
            return all().stream().filter(scope -> !scope.isBlank()).toList();
        }

        /** The scopes that every access token must have, whatever it is used for. */
        List<String> required() {
            return Stream.of(loginScope, groupScope)
                    .filter(scope -> !scope.isBlank())
                    .toList();
        }

        /** Whether the scopes of an access token contain the administrative scope. */
        boolean isAdministrative(Set<String> granted) {
            return !administrativeScope.isBlank() && granted.contains(administrativeScope);
        }

        /** Returns the organization's name for a scope of the contract; the same name if none is configured. */
        public String nameOf(String described) {
            var position = DESCRIBED.all().indexOf(described);
            var configured = position < 0 ? "" : all().get(position);
            return configured.isBlank() ? described : configured;
        }

        /** Returns the name that access tokens have for a scope of a caller. */
        String nameInTokens(String scope) {
            return scope.equals(Caller.ADMINISTRATIVE) && !administrativeScope.isBlank() ? administrativeScope : scope;
        }

        private List<String> all() {
            return List.of(loginScope, groupScope, administrativeScope);
        }
    }

    /**
     * How long sessions last, and how many may be open.
     *
     * @param maxSessionsPerCaller how many sessions of one caller may be open; opening another one ends the oldest
     */
    public record SessionLimits(Duration sessionLifetime, int maxSessionsPerCaller, int maxSessions) {
        private static final int MOST_SESSIONS_PER_CALLER = 100;

        public SessionLimits {
            var errors = new SettingsErrors();
            errors.require(
                    maxSessionsPerCaller >= 1 && maxSessionsPerCaller <= MOST_SESSIONS_PER_CALLER,
                    "authentication.max-sessions-per-caller must be from 1 to %s".formatted(MOST_SESSIONS_PER_CALLER));
            errors.requirePositive("authentication.session-lifetime", sessionLifetime);
            errors.require(maxSessions >= 1, "authentication.max-sessions must be at least 1");
            errors.throwIfAny();
        }
    }
}
