package dev.registrar.gateway.events;

import dev.registrar.gateway.contract.ContractEvents.ResourceEvents;
import dev.registrar.gateway.contract.ContractEvents.Source;
import dev.registrar.resource.bus.Caller;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The events that a client gets.
 *
 * @param types resource types and types of events; empty for all
 */
record EventSelection(Set<String> types, Caller caller) {

    /** Whether a source can have such events. */
    boolean includes(Source source) {
        return types.isEmpty() || !typesOf(source).isEmpty();
    }

    /**
     * The types to request from a source; empty for all of its types. A person who loses a resource gets another type
     * of event than the source has stored, so all of these are requested.
     */
    List<String> typesOf(Source source) {
        return source.types().stream().flatMap(this::typesOf).toList();
    }

    private Stream<String> typesOf(ResourceEvents type) {
        var chosen = Stream.concat(Stream.of(type.name()), type.eventTypes().stream())
                .filter(types::contains)
                .toList();
        var isForOwners = caller.isBound() && type.owner().isPresent();
        return !chosen.isEmpty() && isForOwners ? Stream.of(type.name()) : chosen.stream();
    }

    /** What the client gets of an event; empty if nothing. */
    Optional<PublishedEvent> visiblePart(PublishedEvent event) {
        return event.shownTo(caller)
                .filter(shown ->
                        types.isEmpty() || types.contains(shown.type()) || types.contains(shown.resourceType()));
    }
}
