package dev.registrar.resource.bus;

import dev.registrar.resource.settings.Settings;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/**
 * How resource types are offered on the event bus.
 *
 * @param maxInFlight requests that are worked on at once at one address, of those that read and of those that change each
 * @param maxBodySize the most bytes of a request document
 * @param replyTimeout how long a request may take, and takes at most when its sender does not say
 */
public record BusSettings(int maxInFlight, long maxBodySize, Duration replyTimeout) {
    public BusSettings {
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("event-bus.max-in-flight must be at least 1");
        }
    }

    /** Reads them from a verticle's configuration. The latter two are the same as over HTTP. */
    public static BusSettings in(JsonObject config) {
        return new BusSettings(
                Settings.value(config, "event-bus.max-in-flight", int.class),
                Settings.value(config, "http.max-body-size", long.class),
                Settings.value(config, "http.reply-timeout", Duration.class));
    }
}
