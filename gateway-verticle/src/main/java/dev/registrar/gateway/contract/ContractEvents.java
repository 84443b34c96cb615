package dev.registrar.gateway.contract;

import dev.registrar.events.log.EventTypes;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceType.Meta;
import dev.registrar.resource.type.Schema;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The events of all resource types.
 *
 * @param sources always in the same order
 */
public record ContractEvents(List<Source> sources) {
    /** The member of the contract, an extension of OpenAPI, that lists the sources. */
    public static final String MEMBER = "x-event-sources";

    private static final String NAME = "name";
    private static final String TYPES = "types";
    private static final String CHANGES = "changes";
    private static final String OWNER = "owner";
    private static final String HIDDEN = "hidden";

    /**
     * A part of the service that publishes events, and numbers them.
     *
     * @param name the last part of the address at which it replays them
     */
    public record Source(String name, List<ResourceEvents> types) {
        private JsonObject toJson() {
            return new JsonObject()
                    .put(NAME, name)
                    .put(
                            TYPES,
                            new JsonArray(
                                    types.stream().map(ResourceEvents::toJson).toList()));
        }

        private static Source of(JsonObject json) {
            return new Source(
                    json.getString(NAME),
                    json.getJsonArray(TYPES).stream()
                            .map(type -> ResourceEvents.of((JsonObject) type))
                            .toList());
        }
    }

    /**
     * The events of a resource type.
     *
     * @param name the name of the resource type
     * @param changes the last part of the type of an event
     * @param owner the attribute with the person to whom a resource belongs; empty if everyone may read it
     * @param hidden the path in the {@code meta} object of a resource to what its owner does not see; empty if it sees
     *     all
     */
    public record ResourceEvents(String name, List<String> changes, Optional<String> owner, List<String> hidden) {
        private static ResourceEvents of(ResourceType type) {
            return new ResourceEvents(
                    type.name(),
                    type.changes(),
                    type.owner().map(Attribute::name),
                    type.meta().map(Meta::hiddenPath).orElse(List.of()));
        }

        private JsonObject toJson() {
            var json = new JsonObject()
                    .put(NAME, name)
                    .put(CHANGES, new JsonArray(changes))
                    .put(HIDDEN, new JsonArray(hidden));
            owner.ifPresent(attribute -> json.put(OWNER, attribute));
            return json;
        }

        private static ResourceEvents of(JsonObject json) {
            return new ResourceEvents(
                    json.getString(NAME),
                    texts(json.getJsonArray(CHANGES)),
                    Optional.ofNullable(json.getString(OWNER)),
                    texts(json.getJsonArray(HIDDEN, new JsonArray())));
        }

        private static List<String> texts(JsonArray array) {
            return array.stream().map(String.class::cast).toList();
        }

        /** The types of its events. */
        public List<String> eventTypes() {
            return changes.stream().map(change -> EventTypes.of(name, change)).toList();
        }
    }

    /** The events of the resource types of these schemas. */
    public static ContractEvents of(List<Schema> schemas) {
        return new ContractEvents(schemas.stream()
                .map(schema -> new Source(
                        schema.name(),
                        schema.types().all().stream()
                                .sorted(Comparator.comparing(ResourceType::name))
                                .map(ResourceEvents::of)
                                .toList()))
                .toList());
    }

    public JsonArray toJson() {
        return new JsonArray(sources.stream().map(Source::toJson).toList());
    }

    static ContractEvents of(JsonObject contract) {
        return new ContractEvents(contract.getJsonArray(MEMBER).stream()
                .map(source -> Source.of((JsonObject) source))
                .toList());
    }
}
