package dev.registrar.gateway.authentication;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.settings.Objections;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/**
 * How callers prove who they are.
 *
 * @param basic whether Basic authentication is offered
 * @param usersFile the vertx-auth-properties file with its users
 * @param failedLoginsPerMinute how many Basic logins of one user may fail from one address before the next has to wait
 * @param failedLoginsPerMinuteOfUser how many of one user, from all addresses where the user has never logged in
 * @param failedLoginsPerMinuteFromAddress how many from one address, of users who have never logged in there
 * @param failedLoginsWindow how long failures are counted, and until when they are forgotten
 * @param oauth2Issuer the authorization server whose access tokens are accepted, by its issuer identifier; blank for none
 * @param oauth2Audience what an access token must be meant for
 * @param oauth2NameClaim the claim of an access token that names the caller
 * @param oauth2UniClaim the claim of an access token that binds the caller to a person; blank when none does
 * @param oauth2Introspection whether the authorization server is asked about each access token
 * @param oauth2IntrospectionInterval how long what it has told of one is used before it is asked again
 * @param oauth2ClientId as whom it is asked
 * @param oauth2ClientSecret the secret of that client
 * @param loginScope a scope without which nobody is let in by an access token; blank for none
 * @param groupScope another one
 * @param administrativeScope the scope that frees a caller from the bond to a person
 * @param documentationClientId the client as which people log in on the documentation page; blank when they cannot
 * @param sessionLifetime how long a session lasts
 * @param maxSessionsPerCaller how many sessions of one caller may be open; another one ends the oldest
 * @param maxSessions how many sessions may be open
 */
public record AuthenticationSettings(
        boolean basic,
        String usersFile,
        int failedLoginsPerMinute,
        int failedLoginsPerMinuteOfUser,
        int failedLoginsPerMinuteFromAddress,
        Duration failedLoginsWindow,
        String oauth2Issuer,
        String oauth2Audience,
        String oauth2NameClaim,
        String oauth2UniClaim,
        boolean oauth2Introspection,
        Duration oauth2IntrospectionInterval,
        String oauth2ClientId,
        String oauth2ClientSecret,
        String loginScope,
        String groupScope,
        String administrativeScope,
        String documentationClientId,
        Duration sessionLifetime,
        int maxSessionsPerCaller,
        int maxSessions) {
    private static final int MOST_SESSIONS_PER_CALLER = 100;

    public AuthenticationSettings {
        var objections = new Objections();
        objections.require(
                basic || !oauth2Issuer.isBlank(),
                "authentication.oauth2-issuer must be given where authentication.basic is false: nobody could sign in");
        objections.require(
                failedLoginsPerMinute >= 1 && failedLoginsPerMinuteFromAddress >= failedLoginsPerMinute,
                "authentication.failed-logins-per-minute must be at least 1, and no more than -from-address");
        objections.require(
                failedLoginsPerMinuteOfUser > failedLoginsPerMinute,
                "authentication.failed-logins-per-minute-of-user must be more than failed-logins-per-minute: else one"
                        + " address could keep a user out everywhere");
        objections.require(
                maxSessionsPerCaller >= 1 && maxSessionsPerCaller <= MOST_SESSIONS_PER_CALLER,
                "authentication.max-sessions-per-caller must be from 1 to %d".formatted(MOST_SESSIONS_PER_CALLER));
        objections.require(maxSessions >= 1, "authentication.max-sessions must be at least 1");
        objections.require(
                Caller.isIssuer(oauth2Issuer), "authentication.oauth2-issuer must be a URL of at most 255 characters");
        objections.require(
                oauth2Issuer.isBlank() || !oauth2Audience.isBlank(),
                "authentication.oauth2-audience must name this service: tokens for others are not accepted");
        objections.require(
                !oauth2Introspection || !(oauth2Issuer.isBlank() || oauth2ClientId.isBlank()),
                "authentication.oauth2-introspection needs oauth2-issuer and oauth2-client-id");
        objections.throwIfAny();
    }

    /** The authorization server whose access tokens are accepted, if there is one. */
    public Optional<AuthorizationServer> authorizationServer(Vertx vertx) {
        return Optional.of(oauth2Issuer)
                .filter(issuer -> !issuer.isBlank())
                .map(issuer -> new AuthorizationServer(vertx, issuer));
    }

    FailedLogins.Limits failedLoginLimits() {
        return new FailedLogins.Limits(
                failedLoginsPerMinute,
                failedLoginsPerMinuteOfUser,
                failedLoginsPerMinuteFromAddress,
                failedLoginsWindow);
    }

    /** The scopes of this organization: that of the login, that of the group and the administrative one. */
    public OrganizationScopes organizationScopes() {
        return new OrganizationScopes(loginScope, groupScope, administrativeScope);
    }
}
