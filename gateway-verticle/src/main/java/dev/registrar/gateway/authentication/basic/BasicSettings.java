package dev.registrar.gateway.authentication.basic;

import dev.registrar.resource.settings.SettingsErrors;
import java.time.Duration;

/**
 * Whether and how users log in with a password.
 *
 * @param basic whether Basic authentication is offered
 * @param usersFile the vertx-auth-properties file with its users
 * @param failedLoginsPerMinute how many Basic logins of one user may fail from one address before the next is rejected
 * @param failedLoginsPerMinuteOfUser how many of one user, from all addresses where the user has never logged in
 * @param failedLoginsPerMinuteFromAddress how many from one address, of users who have never logged in there
 * @param failedLoginsWindow how long failures are counted before all counts restart
 */
public record BasicSettings(
        boolean basic,
        String usersFile,
        int failedLoginsPerMinute,
        int failedLoginsPerMinuteOfUser,
        int failedLoginsPerMinuteFromAddress,
        Duration failedLoginsWindow) {
    public BasicSettings {
        var errors = new SettingsErrors();
        errors.require(
                failedLoginsPerMinute >= 1 && failedLoginsPerMinuteFromAddress >= failedLoginsPerMinute,
                "authentication.failed-logins-per-minute must be at least 1, and at most"
                        + " failed-logins-per-minute-from-address");
        errors.require(
                failedLoginsPerMinuteOfUser > failedLoginsPerMinute,
                "authentication.failed-logins-per-minute-of-user must be more than failed-logins-per-minute: else one"
                        + " address could keep a user out everywhere");
        errors.requirePositive("authentication.failed-logins-window", failedLoginsWindow);
        errors.throwIfAny();
    }

    public boolean isOffered() {
        return basic;
    }

    FailedLogins.Limits failedLoginLimits() {
        return new FailedLogins.Limits(
                failedLoginsPerMinute,
                failedLoginsPerMinuteOfUser,
                failedLoginsPerMinuteFromAddress,
                failedLoginsWindow);
    }
}
