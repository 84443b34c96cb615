package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.bearer.BearerSettings;
import dev.registrar.gateway.authentication.session.SessionSettings;
import dev.registrar.platform.settings.SettingsErrors;

/**
 * How callers authenticate.
 *
 * @param documentationClientId the client id with which people log in on the documentation page; blank if they cannot
 */
public record AuthenticationSettings(
        BasicSettings basic, BearerSettings bearer, SessionSettings sessions, String documentationClientId) {
    public AuthenticationSettings {
        var errors = new SettingsErrors();
        errors.require(
                basic.isOffered() || bearer.isOffered(),
                "authentication.oauth2-issuer is required if authentication.basic is false: otherwise nobody could sign in");
        errors.throwIfAny();
    }
}
