package dev.registrar.resource.query.filter;

import static dev.registrar.resource.type.AttributeKind.BOOLEAN;
import static dev.registrar.resource.type.AttributeKind.TEXT;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How {@code filter[field.operator]} compares, by the names that django-rest-framework-json-api uses. */
public enum FilterOperator {
    /** One of the values: the operator of {@code filter[field]} alone. */
    EQ,
    /** None of the values. */
    NE,
    LT,
    LTE,
    GT,
    GTE,
    /** One of the values, whatever the case of letters. */
    IEXACT,
    CONTAINS,
    ICONTAINS,
    STARTSWITH,
    /** Whether the attribute is null: {@code true} or {@code false}. */
    ISNULL;

    /** How many values an operator takes each of which is compared with every text, or is a range of its own. */
    static final int MAX_PATTERNS = 20;

    boolean takesPatterns() {
        return this == CONTAINS || this == ICONTAINS || this == STARTSWITH;
    }

    /** Whether attributes of this kind can be compared so. */
    public boolean appliesTo(AttributeKind kind) {
        return switch (this) {
            case EQ, NE, ISNULL -> true;
            case LT, LTE, GT, GTE -> kind != BOOLEAN;
            case IEXACT, CONTAINS, ICONTAINS, STARTSWITH -> kind == TEXT;
        };
    }

    /** What an attribute is compared with; empty when the text is no such value. */
    Optional<Object> parse(Attribute attribute, String text) {
        return this == ISNULL
                ? BOOLEAN.fromText(text)
                : attribute.kind().fromText(text).filter(value -> canEqual(attribute, text));
    }

    /** False for what no resource can have: a value that an enumeration lacks. Bounds and patterns need not be values. */
    private boolean canEqual(Attribute attribute, String text) {
        var allowed = attribute.allowedValues();
        return switch (this) {
            case EQ, NE -> allowed.isEmpty() || allowed.contains(text);
            case IEXACT -> allowed.isEmpty() || allowed.stream().anyMatch(text::equalsIgnoreCase);
            default -> true;
        };
    }

    /** What a text must be, for the error: "true or false". */
    String expected(Attribute attribute) {
        return this == ISNULL ? BOOLEAN.description() : attribute.description();
    }

    static Optional<FilterOperator> named(String suffix) {
        return Arrays.stream(values())
                .filter(operator -> operator != EQ && operator.suffix().equals(suffix))
                .findFirst();
    }

    static String namesFor(AttributeKind kind) {
        return Arrays.stream(values())
                .filter(operator -> operator != EQ && operator.appliesTo(kind))
                .map(FilterOperator::suffix)
                .collect(Collectors.joining(", "));
    }

    /** What stands after the dot. */
    public String suffix() {
        return name().toLowerCase(Locale.ROOT);
    }
}
