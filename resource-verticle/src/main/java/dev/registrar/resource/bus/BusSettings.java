package dev.registrar.resource.bus;

import dev.registrar.resource.settings.Settings;
import io.vertx.core.json.JsonObject;

/**
 * How resource types are offered on the event bus.
 *
 * @param maxInFlight requests that are worked on at once at one address, of those that read and of those that change each
 * @param maxBodySize the most bytes of a request document
 */
public record BusSettings(int maxInFlight, long maxBodySize) {
    public BusSettings {
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("event-bus.max-in-flight must be at least 1");
        }
    }

    /** Reads them from a verticle's configuration; a document may be as large as over HTTP. */
    public static BusSettings in(JsonObject config) {
        var maxBodySize = config.getJsonObject("http").getValue("max-body-size");
        return Settings.read(
                config.getJsonObject("event-bus").copy().put("max-body-size", maxBodySize), BusSettings.class);
    }
}
