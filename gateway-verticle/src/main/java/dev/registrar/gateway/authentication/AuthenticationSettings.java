package dev.registrar.gateway.authentication;

import java.time.Duration;

/**
 * How callers prove who they are.
 *
 * @param usersFile the vertx-auth-properties file with the users for Basic authentication; blank to switch it off
 * @param failedLoginsPerMinute how many Basic logins of one user may fail from one address before the next has to wait
 * @param oauth2Issuer the authorization server whose access tokens are accepted, by its issuer identifier; blank for none
 * @param oauth2Audience what an access token must be meant for
 * @param oauth2NameClaim the claim of an access token that names the caller
 * @param oauth2UniClaim the claim of an access token that binds the caller to a person; blank when none does
 * @param administrativeScope the scope that frees a caller from that bond
 * @param sessionLifetime how long a session lasts
 */
public record AuthenticationSettings(
        String usersFile,
        int failedLoginsPerMinute,
        String oauth2Issuer,
        String oauth2Audience,
        String oauth2NameClaim,
        String oauth2UniClaim,
        String administrativeScope,
        Duration sessionLifetime) {
    public AuthenticationSettings {
        if (!oauth2Issuer.isBlank() && oauth2Audience.isBlank()) {
            throw new IllegalArgumentException(
                    "authentication.oauth2-audience must name this service: tokens for others are not accepted");
        }
    }

    boolean offersBasic() {
        return !usersFile.isBlank();
    }

    boolean offersBearer() {
        return !oauth2Issuer.isBlank();
    }
}
