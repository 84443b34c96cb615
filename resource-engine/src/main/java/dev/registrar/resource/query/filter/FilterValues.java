package dev.registrar.resource.query.filter;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_PARAMETER;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.document.Ids;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.type.Attribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Reads the values of one filter, which are separated by commas. White space around a value is ignored, unless texts
 * that begin or end with it exist.
 *
 * @param name the whole name of the parameter, for errors
 */
record FilterValues(String name, ErrorCollector errors) {
    private static final String QUOTED_TEXTS = "write a value with a comma as \"a,b\", and double a quote inside it";
    private static final String NO_QUOTES = "these values need no quotes";

    /** The values to compare an attribute with; empty when an error was added. */
    Optional<List<Object>> of(Attribute attribute, FilterOperator operator, String text) {
        return read(
                text,
                operator.takesAnyText(attribute) ? QUOTED_TEXTS : NO_QUOTES,
                operator.expected(attribute),
                one -> operator.parse(attribute, one));
    }

    /** Ids; empty when an error was added. */
    Optional<List<UUID>> ids(String text) {
        return read(text, NO_QUOTES, "an id (UUID)", one -> Ids.parse(one.strip()));
    }

    private <T> Optional<List<T>> read(
            String text, String quoting, String expected, Function<String, Optional<T>> parse) {
        var texts = QuotedList.parse(text);
        if (texts.isEmpty()) {
            return reject("The quotes do not match; %s.".formatted(quoting));
        }
        List<T> values = new ArrayList<>();
        for (var one : texts.get()) {
            var value = parse.apply(one);
            if (value.isEmpty()) {
                return reject("\"%s\" is not %s.".formatted(Excerpt.of(one.strip()), expected));
            }
            values.add(value.get());
        }
        return Optional.of(values);
    }

    private <T> Optional<T> reject(String detail) {
        errors.add(MALFORMED_PARAMETER.at(parameter(name), detail));
        return Optional.empty();
    }
}
