package dev.registrar.events.log;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
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

    /**
     * A part of the service that publishes events, and numbers them.
     *
     * @param name the last part of the address at which it replays them
     */
    public record Source(String name, List<ResourceEvents> types) {}

    /**
     * The events of a resource type.
     *
     * @param name the name of the resource type
     * @param changes the last part of the type of an event
     * @param ownerAttribute the attribute with the person to whom a resource belongs; null if everyone may read it
     * @param hidden the path in the {@code meta} object of a resource to what its owner does not see; empty if it sees
     *     all
     */
    public record ResourceEvents(
            String name,
            List<String> changes,

            @JsonProperty("owner") @JsonInclude(Include.NON_NULL)
            String ownerAttribute,

            List<String> hidden) {
        private static ResourceEvents of(ResourceType type) {
            return new ResourceEvents(
                    type.name(),
                    type.changes(),
                    type.owner().map(Attribute::name).orElse(null),
                    type.meta().map(Meta::hiddenPath).orElse(List.of()));
        }

        public Optional<String> owner() {
            return Optional.ofNullable(ownerAttribute);
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
        return new JsonArray(sources.stream().map(JsonObject::mapFrom).toList());
    }

    /** Reads what the contract says of them. */
    public static ContractEvents of(JsonObject contract) {
        return new ContractEvents(contract.getJsonArray(MEMBER).stream()
                .map(source -> ((JsonObject) source).mapTo(Source.class))
                .toList());
    }
}
