package dev.registrar.gateway.events;

import static dev.registrar.resource.error.ErrorCode.INVALID_PAGE;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.TOO_MANY_VALUES;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.events.following.EventSource;
import dev.registrar.events.log.ContractEvents;
import dev.registrar.events.log.ContractEvents.ResourceEvents;
import dev.registrar.events.log.ContractEvents.Source;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.query.PageReader;
import dev.registrar.resource.query.QueryReader;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The query of a request for events.
 *
 * @param types resource types and types of events; empty for all
 * @param after where to begin; empty for the latest position, after all events
 * @param size how many events a page has at most
 * @param caller who gets the events
 */
record EventQuery(Set<String> types, Optional<EventPosition> after, int size, Caller caller) {
    static final String TYPE = "filter[type]";
    static final String AFTER = "page[after]";

    private static final String LATEST = "latest";
    private static final int MAX_TYPES = EventSource.MAX_TYPES;

    /** Reads the query, and reports every error in it. */
    static EventQuery read(Map<String, List<String>> parameters, ContractEvents events, Caller caller) {
        var errors = new ErrorCollector();
        var given = QueryReader.readOnly(List.of(TYPE, AFTER, PageReader.SIZE), parameters, errors);
        var page = new PageReader(errors);
        Optional.ofNullable(given.get(PageReader.SIZE)).ifPresent(page::readSize);
        var types = Optional.ofNullable(given.get(TYPE))
                .map(value -> typesIn(value, events, errors))
                .orElse(Set.of());
        var after = position(given.getOrDefault(AFTER, ""), events, errors);
        errors.throwIfAny();
        return new EventQuery(types, after, page.size(), caller);
    }

    /** The same query from another position on. */
    EventQuery from(EventPosition position) {
        return new EventQuery(types, Optional.of(position), size, caller);
    }

    private static Set<String> typesIn(String value, ContractEvents events, ErrorCollector errors) {
        var names = List.of(value.split(",", MAX_TYPES + 1));
        if (names.size() > MAX_TYPES) {
            errors.add(
                    TOO_MANY_VALUES.at(parameter(TYPE), "%s can have at most %s values.".formatted(TYPE, MAX_TYPES)));
            return Set.of();
        }
        var resourceTypes = types(events).map(ResourceEvents::name).toList();
        var known = types(events)
                .flatMap(type -> Stream.concat(Stream.of(type.name()), type.eventTypes().stream()))
                .toList();
        Set<String> types = new LinkedHashSet<>();
        for (var name : names) {
            types.add(name.strip());
            if (!known.contains(name.strip())) {
                errors.add(MALFORMED_PARAMETER.at(
                        parameter(TYPE),
                        "There are no events of the type \"%s\"; %s"
                                .formatted(
                                        Excerpt.of(name.strip()),
                                        Misspelling.remedy(
                                                Misspelling.of(name.strip(), known),
                                                "a type is one of %s, or the whole type of an event, such as %s."
                                                        .formatted(String.join(", ", resourceTypes), known.get(1))))));
            }
        }
        return types;
    }

    private static Stream<ResourceEvents> types(ContractEvents events) {
        return events.sources().stream().map(Source::types).flatMap(List::stream);
    }

    private static Optional<EventPosition> position(String value, ContractEvents events, ErrorCollector errors) {
        if (value.equals(LATEST)) {
            return Optional.empty();
        }
        var position = value.isEmpty() ? Optional.of(EventPosition.BEGINNING) : positionIn(value, events);
        if (position.isEmpty()) {
            errors.add(INVALID_PAGE.at(
                    parameter(AFTER),
                    "%s must be a position from a link of this URL or from an id of its stream, \"%s\" for the latest position, or empty for the oldest stored event."
                            .formatted(AFTER, LATEST)));
        }
        return position;
    }

    /** A position in the sources of this service; empty for any other text. */
    static Optional<EventPosition> positionIn(String text, ContractEvents events) {
        var sources = events.sources().stream().map(Source::name).toList();
        return EventPosition.parse(text)
                .filter(position -> sources.containsAll(position.bySource().keySet()));
    }

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
