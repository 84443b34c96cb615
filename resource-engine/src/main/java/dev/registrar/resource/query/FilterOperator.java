package dev.registrar.resource.query;

import static dev.registrar.resource.type.AttributeKind.BOOLEAN;
import static dev.registrar.resource.type.AttributeKind.TEXT;
import static dev.registrar.resource.type.AttributeKind.UUID;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The operators of {@code filter[field.operator]}, with the names that django-rest-framework-json-api uses. */
public enum FilterOperator {
    /** Equal to one of the values: the operator of {@code filter[field]}. */
    EQ,
    /** Not equal to any of the values. */
    NE,
    LT,
    LTE,
    GT,
    GTE,
    /** Equal to one of the values; letter case does not matter. */
    IEXACT,
    CONTAINS,
    ICONTAINS,
    STARTSWITH,
    /** Whether the attribute is null: {@code true} or {@code false}. */
    ISNULL;

    /**
     * The maximum number of values for an operator that compares each value with every text, or each with its own
     * range.
     */
    static final int MAX_PATTERNS = 20;

    boolean takesPatterns() {
        return this == CONTAINS || this == ICONTAINS || this == STARTSWITH;
    }

    public boolean appliesTo(AttributeKind kind) {
        return switch (this) {
            case EQ, NE, ISNULL -> true;
            case LT, LTE, GT, GTE -> kind != BOOLEAN && kind != UUID;
            case IEXACT, CONTAINS, ICONTAINS, STARTSWITH -> kind == TEXT;
        };
    }

    /** Parses a value to compare with; empty when the text is not a valid value. */
    Optional<Object> parse(Attribute attribute, String text) {
        var value = isStripped(attribute) ? text.strip() : text;
        return this == ISNULL
                ? BOOLEAN.fromText(value)
                : attribute.kind().fromText(value).filter(any -> canEqual(attribute, value));
    }

    /** Whether every text is a valid value. */
    boolean takesAnyText(Attribute attribute) {
        return this != ISNULL
                && attribute.kind() == TEXT
                && attribute.allowedValues().isEmpty();
    }

    /**
     * Whether white space around a value has no meaning: no value begins or ends with it, unless the attribute is a
     * text that is not a code. Parts of texts may begin or end with it.
     */
    private boolean isStripped(Attribute attribute) {
        return !takesAnyText(attribute) || (attribute.isCode() && !takesPatterns());
    }

    /**
     * False for a value that is not in an enumeration, so that no resource can have it. Bounds and patterns need not be
     * values.
     */
    private boolean canEqual(Attribute attribute, String text) {
        var allowed = attribute.allowedValues();
        return switch (this) {
            case EQ, NE -> allowed.isEmpty() || allowed.contains(text);
            case IEXACT -> allowed.isEmpty() || allowed.stream().anyMatch(text::equalsIgnoreCase);
            default -> true;
        };
    }

    /** Describes valid values for the error: "true or false". A filter accepts integers that no resource has. */
    String expected(Attribute attribute) {
        if (this == ISNULL) {
            return BOOLEAN.description();
        }
        return attribute.allowedValues().isEmpty() ? attribute.kind().description() : attribute.description();
    }

    static Optional<FilterOperator> named(String suffix) {
        return Arrays.stream(values())
                .filter(operator -> operator != EQ && operator.suffix().equals(suffix))
                .findFirst();
    }

    static List<String> namesFor(AttributeKind kind) {
        return Arrays.stream(values())
                .filter(operator -> operator != EQ && operator.appliesTo(kind))
                .map(FilterOperator::suffix)
                .toList();
    }

    /** The name after the dot. */
    public String suffix() {
        return name().toLowerCase(Locale.ROOT);
    }
}
