package dev.registrar.gateway.openapi;

import dev.registrar.gateway.contract.ContractEvents.ResourceEvents;
import dev.registrar.gateway.contract.ContractEvents.Source;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceType.Meta;
import dev.registrar.resource.type.Schema;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The sources of events, and the types of their events. */
record EventSources(List<Source> all) {

    static EventSources of(List<Schema> schemas) {
        return new EventSources(schemas.stream().map(EventSources::source).toList());
    }

    private static Source source(Schema schema) {
        return new Source(
                schema.name(),
                schema.types().all().stream()
                        .sorted(Comparator.comparing(ResourceType::name))
                        .map(type -> new ResourceEvents(
                                type.name(),
                                type.changes(),
                                type.owner().map(Attribute::name),
                                type.meta().map(Meta::hiddenPath).orElse(List.of())))
                        .toList());
    }

    JsonArray toJson() {
        return new JsonArray(all.stream().map(Source::toJson).toList());
    }

    /** The types of events, and the values of a filter by them. */
    JsonObject schemas() {
        var eventTypes = types().flatMap(type -> type.eventTypes().stream()).toList();
        var choices = Stream.concat(types().map(ResourceEvents::name), eventTypes.stream())
                .toList();
        return new JsonObject()
                .put("EventType", OpenApi.oneOf(eventTypes))
                .put("EventTypeChoice", OpenApi.oneOf(choices));
    }

    private Stream<ResourceEvents> types() {
        return all.stream().map(Source::types).flatMap(List::stream);
    }
}
