package dev.registrar.gateway.events;

import dev.registrar.gateway.contract.ContractEvents.Source;
import dev.registrar.resource.bus.Caller;
import java.util.List;
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

    /** The types that belong to a source; empty for all of its types. */
    List<String> typesOf(Source source) {
        return source.types().stream()
                .flatMap(type -> Stream.concat(Stream.of(type.name()), type.eventTypes().stream()))
                .filter(types::contains)
                .toList();
    }

    /** Whether the event has one of the types, and the caller may read it. */
    boolean includes(PublishedEvent event) {
        return (types.isEmpty() || types.contains(event.type()) || types.contains(event.resourceType()))
                && event.isFor(caller);
    }
}
