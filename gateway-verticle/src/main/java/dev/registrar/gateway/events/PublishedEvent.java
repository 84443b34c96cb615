package dev.registrar.gateway.events;

import dev.registrar.events.log.CloudEvents;
import dev.registrar.events.log.ContractEvents.ResourceEvents;
import dev.registrar.events.log.ContractEvents.Source;
import dev.registrar.events.log.EventTypes;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.document.IdentifierText;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An event as its source has published it.
 *
 * @param position its position in its source
 * @param resourceType the type of the changed resource
 * @param owner the person to whom the resource belongs; empty if everyone may read it
 * @param forOwners what owners get instead of this event, if the change gave the resource to another person: first the
 *     new owner, who does not see to whom it belonged, then the former one, for whom it is a deletion; or if its owner
 *     does not see all of it
 * @param attributes the CloudEvent without its data; must not be changed
 * @param resource the changed resource, as JSON
 * @param cloudEvent the whole event, in one line of JSON; written once, because many clients may get it
 * @param bytes the length of this line in UTF-8
 */
record PublishedEvent(
        long position,
        String resourceType,
        Instant time,
        Optional<String> owner,
        List<PublishedEvent> forOwners,
        JsonObject attributes,
        String resource,
        String cloudEvent,
        int bytes) {
    private static final String DATA = "data";
    private static final String META = "meta";
    private static final String TYPE = "type";

    /** The approximate memory of an event without its texts. */
    private static final int ATTRIBUTES = 1024;

    static PublishedEvent of(Source source, JsonObject cloudEvent) {
        return of(source, cloudEvent, forOwners(source, cloudEvent));
    }

    private static PublishedEvent of(Source source, JsonObject cloudEvent, List<PublishedEvent> forOwners) {
        var resource = cloudEvent.getJsonObject(DATA).getJsonObject(DATA);
        var resourceType = resource.getString(TYPE);
        var attributes = shallowCopy(cloudEvent);
        var line = cloudEvent.encode();
        attributes.remove(DATA);
        return new PublishedEvent(
                Long.parseLong(cloudEvent.getString("sequence")),
                resourceType,
                Instant.parse(cloudEvent.getString("time")),
                typeIn(source, resourceType)
                        .flatMap(ResourceEvents::owner)
                        .map(attribute -> ownerOf(resource, attribute)),
                forOwners,
                attributes,
                resource.encode(),
                line,
                ByteBufUtil.utf8Bytes(line));
    }

    private static List<PublishedEvent> forOwners(Source source, JsonObject cloudEvent) {
        var data = cloudEvent.getJsonObject(DATA);
        var resource = data.getJsonObject(DATA);
        var shown = withoutHidden(source, resource);
        var former = data.getJsonObject(META, new JsonObject()).getJsonObject(CloudEvents.FORMER);
        if (former == null && shown.equals(resource)) {
            return List.of();
        }
        var change = with(shown, cloudEvent);
        if (former == null) {
            return List.of(of(source, change, List.of()));
        }
        var loss = with(withoutHidden(source, former), cloudEvent)
                .put(TYPE, EventTypes.of(former.getString(TYPE), "deleted"));
        return List.of(of(source, change, List.of()), of(source, loss, List.of()));
    }

    private static JsonObject withoutHidden(Source source, JsonObject resource) {
        var path = typeIn(source, resource.getString(TYPE))
                .map(ResourceEvents::hidden)
                .orElse(List.of());
        if (path.isEmpty() || !resource.containsKey(META)) {
            return resource;
        }
        var shown = resource.copy();
        var parent = shown.getJsonObject(META);
        for (var member : path.subList(0, path.size() - 1)) {
            parent = parent.getJsonObject(member, new JsonObject());
        }
        parent.remove(path.get(path.size() - 1));
        return shown;
    }

    /** An event with this resource as its only data. */
    private static JsonObject with(JsonObject resource, JsonObject cloudEvent) {
        return shallowCopy(cloudEvent).put(DATA, new JsonObject().put(DATA, resource));
    }

    private static JsonObject shallowCopy(JsonObject cloudEvent) {
        return new JsonObject(new LinkedHashMap<>(cloudEvent.getMap()));
    }

    private static Optional<ResourceEvents> typeIn(Source source, String resourceType) {
        return source.types().stream()
                .filter(type -> type.name().equals(resourceType))
                .findFirst();
    }

    /** A resource that belongs to nobody is for callers who may see all, and not for everyone. */
    private static String ownerOf(JsonObject resource, String attribute) {
        return Objects.requireNonNullElse(resource.getJsonObject("attributes").getString(attribute), Caller.NOBODY);
    }

    /** The type of the event, such as {@code dev.registrar.courses.updated}. */
    String type() {
        return attributes.getString(TYPE);
    }

    /** What a caller gets; empty if nothing: callers who are bound to a person read only what belongs to it. */
    Optional<PublishedEvent> shownTo(Caller caller) {
        if (!caller.isBound() || owner.isEmpty()) {
            return Optional.of(this);
        }
        var candidates = forOwners.isEmpty() ? List.of(this) : forOwners;
        return candidates.stream().filter(event -> event.belongsTo(caller)).findFirst();
    }

    private boolean belongsTo(Caller bound) {
        return !bound.isBoundToNobody()
                && IdentifierText.areEqual(owner.orElseThrow(), bound.uni().get());
    }

    /** About how much memory it takes, in bytes. */
    int size() {
        return ATTRIBUTES
                + resource.length()
                + cloudEvent.length()
                + forOwners.stream().mapToInt(PublishedEvent::size).sum();
    }
}
