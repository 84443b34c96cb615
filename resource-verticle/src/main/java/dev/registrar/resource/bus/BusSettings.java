package dev.registrar.resource.bus;

/**
 * How resource types are offered on the event bus.
 *
 * @param maxInFlight requests that are worked on at once at one address, of those that read and of those that change each
 */
public record BusSettings(int maxInFlight) {
    public BusSettings {
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("event-bus.max-in-flight must be at least 1");
        }
    }
}
