package dev.registrar.gateway.authentication.session;

import dev.registrar.platform.settings.SettingsErrors;
import java.time.Duration;

/**
 * How long sessions last, and how many may be open.
 *
 * @param sessionLifetime how long a session lasts
 * @param maxSessionsPerCaller how many sessions of one caller may be open; opening another one ends the oldest
 * @param maxSessions how many sessions may be open in total
 */
public record SessionSettings(Duration sessionLifetime, int maxSessionsPerCaller, int maxSessions) {
    private static final int MOST_SESSIONS_PER_CALLER = 100;

    public SessionSettings {
        var errors = new SettingsErrors();
        errors.require(
                maxSessionsPerCaller >= 1 && maxSessionsPerCaller <= MOST_SESSIONS_PER_CALLER,
                "authentication.max-sessions-per-caller must be from 1 to %s".formatted(MOST_SESSIONS_PER_CALLER));
        errors.requirePositive("authentication.session-lifetime", sessionLifetime);
        errors.require(maxSessions >= 1, "authentication.max-sessions must be at least 1");
        errors.throwIfAny();
    }
}
