package dev.registrar.resource.bus;

import dev.registrar.resource.settings.Settings;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

/**
 * How resource types are offered on the event bus.
 *
 * @param maxInFlight requests that are worked on at once at one address, of those that read and of those that change each
 * @param maxBodySize the most bytes of a request document
 * @param replyTimeout how long a request may take, and takes at most when its sender does not say
 */
public record BusSettings(int maxInFlight, long maxBodySize, Duration replyTimeout) {
    /** What is the same as over HTTP. */
    private static final List<String> SHARED = List.of("max-body-size", "reply-timeout");

    public BusSettings {
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("event-bus.max-in-flight must be at least 1");
        }
    }

    /** Reads them from a verticle's configuration. */
    public static BusSettings in(JsonObject config) {
        var settings = config.getJsonObject("event-bus").copy();
        SHARED.forEach(key -> settings.put(key, config.getJsonObject("http").getValue(key)));
        return Settings.read(settings, BusSettings.class);
    }
}
