package dev.registrar.gateway.events;

import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.settings.TimeLimits;
import java.time.Duration;

/**
 * What clients that read or follow events may use.
 *
 * @param reads concurrent requests that read events, and the same number of first reads of those that follow
 * @param followers clients that wait for events
 * @param longestWait how long a request may wait for events
 * @param heartbeat how often idle clients are shown that the connection works
 * @param reply how long reading stored events may take
 */
public record FollowingLimits(int reads, int followers, Duration longestWait, Duration heartbeat, Duration reply) {

    /** A wait must be shorter than the idle timeout of the connection, and a heartbeat more frequent. */
    public static FollowingLimits of(HttpSettings settings, TimeLimits limits) {
        var longest = limits.idle().multipliedBy(3).dividedBy(4);
        var wait = settings.maxEventWait();
        return new FollowingLimits(
                settings.maxInFlight(),
                settings.maxFollowers(),
                wait.compareTo(longest) < 0 ? wait : longest,
                limits.idle().dividedBy(2),
                limits.reply());
    }
}
