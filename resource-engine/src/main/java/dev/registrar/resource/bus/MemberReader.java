package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.below;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the members of one object in the body of a message, and adds an error for every member that is unknown or
 * malformed.
 */
public final class MemberReader {
    private final JsonNode object;
    private final ErrorCollector errors;
    private final String[] path;
    private final Set<String> known = new LinkedHashSet<>();

    /** Creates a reader of an object at this place in the body. */
    public MemberReader(JsonNode object, ErrorCollector errors, String... path) {
        this.object = object;
        this.errors = errors;
        this.path = path;
    }

    /** Adds an error for each member that has not been read. */
    public void rejectOthers() {
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                errors.add(MALFORMED_REQUEST.at(
                        pointer(below(path, name)),
                        "The contract does not define a member \"%s\" in this object; %s"
                                .formatted(Excerpt.of(name), Misspelling.remedy(name, known, "its members"))));
            }
        });
    }

    /** Reads a member like {@link #read}, and adds an error when it is missing. */
    public <T> Optional<T> require(String name, String expected, Function<JsonNode, Optional<T>> parse) {
        if (!object.has(name)) {
            reject(name, expected);
        }
        return read(name, expected, parse);
    }

    /**
     * Reads a member that the object may have.
     *
     * @param expected describes what the member must be, for the error
     * @param parse returns empty for a value that is not allowed
     * @return empty when it is missing, and, with an error added, when it is malformed
     */
    public <T> Optional<T> read(String name, String expected, Function<JsonNode, Optional<T>> parse) {
        known.add(name);
        var value = object.get(name);
        if (value == null) {
            return Optional.empty();
        }
        var parsed = parse.apply(value);
        if (parsed.isEmpty()) {
            reject(name, expected);
        }
        return parsed;
    }

    private void reject(String name, String expected) {
        var tokens = below(path, name);
        errors.add(MALFORMED_REQUEST.at(
                pointer(tokens), "\"%s\" must be %s.".formatted(String.join(".", tokens), expected)));
    }
}
