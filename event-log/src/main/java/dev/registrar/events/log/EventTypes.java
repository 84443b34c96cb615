package dev.registrar.events.log;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.List;
import java.util.stream.Stream;

/** The names by which a request chooses among the events of one schema: resource types, and types of events. */
public record EventTypes(List<String> names) {
    private static final String PREFIX = "dev.registrar.";

    /** The names for these resource types, in their order. */
    public EventTypes(ResourceTypes types) {
        this(types.all().stream().flatMap(EventTypes::names).toList());
    }

    private static Stream<String> names(ResourceType type) {
        return Stream.concat(Stream.of(type.name()), type.changes().stream().map(change -> of(type.name(), change)));
    }

    /** The {@code type} of the event of a change. */
    public static String of(String resourceType, String change) {
        return PREFIX + resourceType + "." + change;
    }

    /** Adds an error for each of the requested names that this schema has no events of. */
    void requireKnown(List<String> requested, ErrorCollector errors) {
        for (var i = 0; i < requested.size(); i++) {
            var name = requested.get(i);
            if (!names.contains(name)) {
                errors.add(MALFORMED_REQUEST.at(
                        pointer("types", Integer.toString(i)),
                        "This source has no events of the type \"%s\"; %s"
                                .formatted(Excerpt.of(name), Misspelling.remedy(name, names, "its types"))));
            }
        }
    }

    /** The names as the table of events has them: {@code courses}, {@code courses.deleted}. */
    public static List<String> stored(List<String> names) {
        return names.stream()
                .map(name -> name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name)
                .distinct()
                .toList();
    }
}
