package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.TOO_MANY_VALUES;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import java.util.List;

/** Reads the lists of query parameters, whose elements commas separate. None may be longer than its limit. */
final class ListReader {
    private final ErrorCollector errors;

    ListReader(ErrorCollector errors) {
        this.errors = errors;
    }

    /** The elements; none when there are more than the limit, for which an error is added. */
    List<String> read(String parameter, String value, int limit) {
        var elements = List.of(value.split(",", limit + 1));
        if (elements.size() <= limit) {
            return elements;
        }
        errors.add(TOO_MANY_VALUES.at(
                parameter(parameter), "%s takes at most %d values.".formatted(Excerpt.of(parameter), limit)));
        return List.of();
    }
}
