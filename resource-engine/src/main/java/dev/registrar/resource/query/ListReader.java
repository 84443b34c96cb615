package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.TOO_MANY_VALUES;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import java.util.List;

/**
 * Reads comma-separated lists of names in query parameters. Each has a maximum number of elements; white space around
 * them is ignored.
 */
final class ListReader {
    private final ErrorCollector errors;

    ListReader(ErrorCollector errors) {
        this.errors = errors;
    }

    /** Reads the elements; if there are more than the limit, adds an error and returns none. */
    List<String> read(String parameter, String value, int limit) {
        var elements = List.of(value.split(",", limit + 1));
        if (elements.size() <= limit) {
            return elements.stream().map(String::strip).toList();
        }
        errors.add(TOO_MANY_VALUES.at(
                parameter(parameter), "%s can have at most %s values.".formatted(Excerpt.of(parameter), limit)));
        return List.of();
    }
}
