package dev.registrar.gateway.events;

import dev.registrar.gateway.contract.ContractEvents.ResourceEvents;
import dev.registrar.gateway.contract.ContractEvents.Source;
import dev.registrar.resource.bus.Caller;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/**
 * An event as its source has published it.
 *
 * @param position its position in its source
 * @param resourceType the type of the changed resource
 * @param owner the person to whom the resource belongs; empty if everyone may read it
 * @param cloudEvent the event, which must not be changed
 */
record PublishedEvent(long position, String resourceType, Instant time, Optional<String> owner, JsonObject cloudEvent) {

    static PublishedEvent of(Source source, JsonObject cloudEvent) {
        var resource = cloudEvent.getJsonObject("data").getJsonObject("data");
        var resourceType = resource.getString("type");
        return new PublishedEvent(
                Long.parseLong(cloudEvent.getString("sequence")),
                resourceType,
                Instant.parse(cloudEvent.getString("time")),
                ownerAttribute(source, resourceType)
                        .map(attribute -> resource.getJsonObject("attributes").getString(attribute)),
                cloudEvent);
    }

    private static Optional<String> ownerAttribute(Source source, String resourceType) {
        return source.types().stream()
                .filter(type -> type.name().equals(resourceType))
                .findFirst()
                .flatMap(ResourceEvents::owner);
    }

    /** The type of the event, such as {@code dev.registrar.courses.updated}. */
    String type() {
        return cloudEvent.getString("type");
    }

    /** Whether the caller may read the resource: callers who are bound to a person read only what belongs to it. */
    boolean isFor(Caller caller) {
        return owner.isEmpty()
                || caller.uni().isEmpty()
                || owner.get().equalsIgnoreCase(caller.uni().get());
    }
}
