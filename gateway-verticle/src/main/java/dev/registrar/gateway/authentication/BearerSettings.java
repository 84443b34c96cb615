package dev.registrar.gateway.authentication;

import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.resource.bus.Caller;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

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
public record BearerSettings(
        String oauth2Issuer,
        String oauth2Audience,
        String oauth2NameClaim,
        String oauth2UniClaim,
        OrganizationScopes scopes,
        Introspection introspection) {
    public BearerSettings {
        var errors = new SettingsErrors();
        errors.require(
                oauth2Issuer.isBlank() || (Caller.isIssuer(oauth2Issuer) && AuthorizationServer.isIssuer(oauth2Issuer)),
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
}
