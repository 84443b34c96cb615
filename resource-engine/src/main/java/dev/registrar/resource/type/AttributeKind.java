package dev.registrar.resource.type;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.Integers;
import dev.registrar.resource.json.Json;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.lang.reflect.Array;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The type of an attribute's values, and their forms in JSON, in a query parameter and in PostgreSQL. */
public enum AttributeKind {
    TEXT("a string", String.class),
    INTEGER("an integer from -2147483648 to 2147483647", Integer.class),
    BOOLEAN("true or false", Boolean.class),
    DATE("a date such as 2024-09-03", LocalDate.class),
    TIME("a time such as 2024-09-03T09:00:00Z", OffsetDateTime.class),
    UUID("an id (UUID)", java.util.UUID.class),
    /** Any JSON value, which only the server sets. */
    JSON("a JSON value", Object.class);

    /** RFC 3339 {@code full-date}; LocalDate would also read years of more digits, and year 0. */
    private static final Pattern FULL_DATE = Pattern.compile("(?!0000)\\d{4}-\\d{2}-\\d{2}");

    /** RFC 3339 {@code date-time}, in the same years. */
    private static final Pattern DATE_TIME =
            Pattern.compile(FULL_DATE + "T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})");

    private static final Set<String> BOOLEANS = Set.of("true", "false");

    private final String description;
    private final Class<?> valueType;

    AttributeKind(String description, Class<?> valueType) {
        this.description = description;
        this.valueType = valueType;
    }

    /** Describes what a client may send, for the remedy in an error: "a string", "true or false". */
    public String description() {
        return description;
    }

    public boolean isString() {
        return this != INTEGER && this != BOOLEAN && this != JSON;
    }

    /** The value of an attribute that is not nullable and that a create request leaves out. */
    Object unset() {
        return switch (this) {
            case TEXT -> "";
            case INTEGER -> 0;
            case BOOLEAN -> false;
            case DATE, TIME, UUID, JSON ->
                throw new IllegalStateException("%s has no default: declare it nullable or required".formatted(this));
        };
    }

    /** The value of a JSON node that is not null; empty when the node has another type or is not a valid value. */
    public Optional<Object> fromJson(JsonNode node) {
        return switch (this) {
            case INTEGER -> Json.intValue(node).map(Object.class::cast);
            case BOOLEAN -> node.isBoolean() ? Optional.of(node.booleanValue()) : Optional.empty();
            case JSON -> Optional.empty();
            case TEXT, DATE, TIME, UUID -> node.isTextual() ? fromText(node.textValue()) : Optional.empty();
        };
    }

    /** The value of a query parameter's text; empty when the text is not a valid value. */
    public Optional<Object> fromText(String text) {
        return switch (this) {
            case TEXT -> Optional.of(text);
            case INTEGER -> Integers.parse(text).map(Object.class::cast);
            case BOOLEAN -> Optional.of(text).filter(BOOLEANS::contains).map(Boolean::valueOf);
            case DATE -> moment(FULL_DATE, text, LocalDate::parse);
            case TIME -> moment(DATE_TIME, text, OffsetDateTime::parse);
            case UUID -> Ids.parse(text).map(Object.class::cast);
            case JSON -> Optional.empty();
        };
    }

    private static Optional<Object> moment(Pattern form, String text, Function<String, Object> parse) {
        try {
            return form.matcher(text).matches() ? Optional.of(parse.apply(text)) : Optional.empty();
        } catch (DateTimeException impossible) {
            return Optional.empty();
        }
    }

    /** Writes the value in this column as JSON; it must not be null. */
    public void write(JsonGenerator out, Row row, int column) throws IOException {
        switch (this) {
            case TEXT -> out.writeString(row.getString(column));
            case INTEGER -> out.writeNumber(row.getInteger(column));
            case BOOLEAN -> out.writeBoolean(row.getBoolean(column));
            case DATE -> out.writeString(row.getLocalDate(column).toString());
            case TIME ->
                out.writeString(row.getOffsetDateTime(column).toInstant().toString());
            case UUID -> out.writeString(row.getUUID(column).toString());
            case JSON -> out.writeRawValue(io.vertx.core.json.Json.encode(row.getValue(column)));
        }
    }

    /** The type of its columns in PostgreSQL. */
    public String sqlType() {
        return this == TIME ? "timestamptz" : name().toLowerCase(Locale.ROOT);
    }

    /** The array of these values, for {@code = ANY($n)}. */
    public Object arrayOf(List<Object> values) {
        return values.toArray((Object[]) Array.newInstance(valueType, 0));
    }
}
