package dev.registrar.gateway.authentication;

import dev.registrar.platform.settings.SettingsErrors;
import java.time.Duration;

/**
 * How callers authenticate.
 *
 * @param documentationClientId the client id with which people log in on the documentation page; blank if they cannot
 */
public record AuthenticationSettings(
        Basic basic, BearerSettings bearer, SessionLimits sessions, String documentationClientId) {
    public AuthenticationSettings {
        var errors = new SettingsErrors();
        errors.require(
                basic.isOffered() || bearer.isOffered(),
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

        public boolean isOffered() {
            return basic;
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
