package dev.registrar.resource.bus;

import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/**
 * The settings of endpoints on the event bus.
 *
 * @param maxInFlight the maximum number of concurrent reads at one address, and of concurrent changes
 * @param maxBodySize the maximum size of a request document in bytes
 * @param replyTimeout the maximum duration of a request, and the default when its sender sets none
 */
public record BusSettings(int maxInFlight, long maxBodySize, Duration replyTimeout) {
    public BusSettings {
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("event-bus.max-in-flight must be at least 1");
        }
    }

    /** Reads the settings from a verticle's configuration. The last two also apply to HTTP. */
    public static BusSettings in(JsonObject config) {
        return new BusSettings(
                Settings.value(config, "event-bus.max-in-flight", int.class),
                Settings.value(config, "http.max-body-size", long.class),
                TimeLimits.in(config).reply());
    }
}
