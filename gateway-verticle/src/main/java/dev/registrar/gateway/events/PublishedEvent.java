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
 * @param attributes the CloudEvent without its data; must not be changed
 * @param resource the changed resource, as JSON
 * @param cloudEvent the whole event, in one line of JSON; written once, because many clients may get it
 */
record PublishedEvent(
        long position,
        String resourceType,
        Instant time,
        Optional<String> owner,
        JsonObject attributes,
        String resource,
        String cloudEvent) {
    private static final String DATA = "data";

    /** The approximate memory of an event without its texts. */
    private static final int ATTRIBUTES = 1024;

    static PublishedEvent of(Source source, JsonObject cloudEvent) {
        var resource = cloudEvent.getJsonObject(DATA).getJsonObject(DATA);
        var resourceType = resource.getString("type");
        var attributes = new JsonObject();
        cloudEvent.forEach(member -> attributes.put(member.getKey(), member.getValue()));
        attributes.remove(DATA);
        return new PublishedEvent(
                Long.parseLong(cloudEvent.getString("sequence")),
                resourceType,
                Instant.parse(cloudEvent.getString("time")),
                ownerAttribute(source, resourceType)
                        .map(attribute -> resource.getJsonObject("attributes").getString(attribute)),
                attributes,
                resource.encode(),
                cloudEvent.encode());
    }

    private static Optional<String> ownerAttribute(Source source, String resourceType) {
        return source.types().stream()
                .filter(type -> type.name().equals(resourceType))
                .findFirst()
                .flatMap(ResourceEvents::owner);
    }

    /** The type of the event, such as {@code dev.registrar.courses.updated}. */
    String type() {
        return attributes.getString("type");
    }

    /** Whether the caller may read the resource: callers who are bound to a person read only what belongs to it. */
    boolean isFor(Caller caller) {
        return owner.isEmpty()
                || caller.uni().isEmpty()
                || owner.get().equalsIgnoreCase(caller.uni().get());
    }

    /** About how much memory it takes, in bytes. */
    int size() {
        return ATTRIBUTES + resource.length() + cloudEvent.length();
    }
}
