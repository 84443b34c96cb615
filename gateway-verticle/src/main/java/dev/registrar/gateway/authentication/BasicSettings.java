package dev.registrar.gateway.authentication;

import dev.registrar.platform.settings.SettingsErrors;

/**
 * Whether and how users log in with a password.
 *
 * @param basic whether Basic authentication is offered
 * @param usersFile the vertx-auth-properties file with its users
 * @param failedLoginsPerMinute how many logins of one user may fail from one address before the next is rejected
 */
public record BasicSettings(boolean basic, String usersFile, int failedLoginsPerMinute) {
    public BasicSettings {
        var errors = new SettingsErrors();
        errors.require(failedLoginsPerMinute >= 1, "authentication.failed-logins-per-minute must be at least 1");
        errors.throwIfAny();
    }

    public boolean isOffered() {
        return basic;
    }
}
