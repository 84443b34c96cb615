package dev.registrar.gateway.openapi;

import static dev.registrar.resource.query.filter.FilterOperator.EQ;
import static dev.registrar.resource.query.filter.FilterOperator.GT;
import static dev.registrar.resource.query.filter.FilterOperator.GTE;
import static dev.registrar.resource.query.filter.FilterOperator.LT;
import static dev.registrar.resource.query.filter.FilterOperator.LTE;
import static dev.registrar.resource.query.filter.FilterOperator.NE;

import dev.registrar.resource.query.filter.FilterOperator;
import dev.registrar.resource.type.Attribute;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Derives the example values of filters from the example of a resource type. Each filter with its example finds some of the
 * resources of the sample catalogue, which contains this resource and others.
 */
final class FilterExamples {
    private static final Set<FilterOperator> BOUNDS = Set.of(LT, LTE, GT, GTE);

    /** All resources of the sample catalogue were created by the same caller. */
    private static final Set<FilterOperator> OF_OTHER_CALLERS = Set.of(NE, LT, GT);

    /** They were created later than the example says. */
    private static final Set<FilterOperator> OF_EARLIER_DAYS = Set.of(EQ, LT, LTE);

    private FilterExamples() {}

    /** The value of an example; empty for a filter that would find nothing or makes no sense, and for logs, whose records vary. */
    static Optional<String> of(OfferedType type, Attribute attribute, FilterOperator operator) {
        return type.type().isReadOnly() || findsNothing(attribute, operator)
                ? Optional.empty()
                : Optional.of(value(attribute, operator, type.example(attribute).toString()));
    }

    /** The example of a search for words. */
    static String ofWords(Object example) {
        return end(example.toString()).replaceAll("\\W", "");
    }

    private static boolean findsNothing(Attribute attribute, FilterOperator operator) {
        if (attribute.serverValue().isEmpty()) {
            return !attribute.allowedValues().isEmpty() && BOUNDS.contains(operator);
        }
        return switch (attribute.serverValue().get()) {
            case CALLER_NAME -> OF_OTHER_CALLERS.contains(operator);
            case CURRENT_DATE -> OF_EARLIER_DAYS.contains(operator);
        };
    }

    private static String value(Attribute attribute, FilterOperator operator, String example) {
        return switch (operator) {
            case EQ, NE, LT, LTE, GT, GTE -> example;
            case IEXACT -> example.toLowerCase(Locale.ROOT);
            case CONTAINS -> end(example);
            case ICONTAINS -> end(example).toLowerCase(Locale.ROOT);
            case STARTSWITH -> beginning(example);
            case ISNULL -> Boolean.toString(attribute.isNullable());
        };
    }

    /** The first word of several, or half of a word. */
    private static String beginning(String text) {
        return text.substring(0, text.contains(" ") ? text.indexOf(' ') : (text.length() + 1) / 2);
    }

    private static String end(String text) {
        return text.substring(text.contains(" ") ? text.lastIndexOf(' ') + 1 : text.length() / 2);
    }
}
