package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.basic.BasicSettings;
import dev.registrar.gateway.authentication.bearer.BearerSettings;
import dev.registrar.gateway.authentication.session.SessionSettings;
import dev.registrar.resource.settings.Objections;

/**
 * How callers prove who they are.
 *
 * @param documentationClientId the client as which people log in on the documentation page; blank when they cannot
 */
public record AuthenticationSettings(
        BasicSettings basic, BearerSettings bearer, SessionSettings sessions, String documentationClientId) {
    public AuthenticationSettings {
        var objections = new Objections();
        objections.require(
                basic.isOffered() || bearer.isOffered(),
                "authentication.oauth2-issuer must be given where authentication.basic is false: nobody could sign in");
        objections.throwIfAny();
    }
}
