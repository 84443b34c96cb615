package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.UNKNOWN_SORT_FIELD;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A total order of the resources of a type, so that each is on exactly one page: the keys that the client requested,
 * and finally the id. The id has the direction of the key before it, so that one index serves both directions.
 *
 * @param keys the keys, the most significant first; the id is always the last one and occurs only once
 */
public record SortOrder(List<SortKey> keys) {
    public static final int MAX_KEYS = 10;
    public static final SortOrder BY_ID = of(List.of());

    static final String PARAMETER = "sort";

    /** One key of a sort order; without an attribute, the id. */
    public record SortKey(Optional<Attribute> attribute, boolean descending) {
        public static final String ID = "id";

        private static final int MAX_CURSOR_TEXT = 255;
        private static final int ID_LENGTH = 36;

        /** The column of the same name. */
        public String field() {
            return attribute.map(Attribute::name).orElse(ID);
        }

        boolean isNullable() {
            return attribute.map(Attribute::isNullable).orElse(false);
        }

        /** Whether its values are short enough for a cursor, which is part of a URL. */
        public boolean fitsCursor() {
            return longestValue() <= MAX_CURSOR_TEXT;
        }

        int longestValue() {
            return attribute.map(Attribute::maxTextLength).orElse(ID_LENGTH);
        }

        @Override
        public String toString() {
            return (descending ? "-" : "") + field();
        }
    }

    /** Reads {@code sort}: fields, the most significant first, those with a minus sign descending. */
    static SortOrder read(String value, ResourceType type, ErrorCollector errors) {
        List<SortKey> keys = new ArrayList<>();
        for (var key : QueryReader.readNames(PARAMETER, value, MAX_KEYS, errors)) {
            var descending = key.startsWith("-");
            var field = descending ? key.substring(1) : key;
            var attribute = type.sortable()
                    .filter(sortable -> sortable.name().equals(field))
                    .findFirst();
            if (field.equals(SortKey.ID) || attribute.isPresent()) {
                keys.add(new SortKey(attribute, descending));
            } else {
                errors.add(UNKNOWN_SORT_FIELD.at(
                        parameter(PARAMETER),
                        "%s cannot be sorted by \"%s\"; %s".formatted(type, Excerpt.of(field), remedy(type, field))));
            }
        }
        return keys.isEmpty() ? defaultOf(type) : of(keys);
    }

    private static String remedy(ResourceType type, String field) {
        var fields = Stream.concat(Stream.of(SortKey.ID), type.sortable().map(Attribute::name));
        return type.toOnes()
                .filter(toOne -> field.startsWith(toOne.name() + "."))
                .map(toOne -> remedyForRelated(type, toOne))
                .findFirst()
                .orElseGet(() -> Misspelling.remedy(field, fields.toList(), "the sort fields"));
    }

    private static String remedyForRelated(ResourceType type, ToOne relationship) {
        return "only fields of %3$s themselves can be sorted by. Read %2$s in that order (/v1/%2$s/?sort=<field>) and then their %3$s (filter[%1$s]=<id>,<id>), or add include=%1$s and sort what you receive."
                .formatted(relationship.name(), relationship.target(), type);
    }

    /** The order by these keys; one that occurs again has no effect, because what it would compare is equal in it. */
    public static SortOrder of(List<SortKey> given) {
        List<SortKey> keys = new ArrayList<>();
        for (var key : given) {
            if (keys.stream().noneMatch(before -> before.field().equals(key.field()))) {
                keys.add(key);
            }
            if (key.attribute().isEmpty()) {
                return new SortOrder(List.copyOf(keys));
            }
        }
        var descending = !keys.isEmpty() && keys.get(keys.size() - 1).descending();
        keys.add(new SortKey(Optional.empty(), descending));
        return new SortOrder(List.copyOf(keys));
    }

    /**
     * The order without {@code sort}: a log has its newest record first, or the one with the smallest number, and other
     * types are ordered by their ids.
     */
    public static SortOrder defaultOf(ResourceType type) {
        return of(type.logTime().stream()
                .map(time -> new SortKey(Optional.of(time), time.kind() == AttributeKind.TIME))
                .toList());
    }

    public SortOrder reversed() {
        return new SortOrder(keys.stream()
                .map(key -> new SortKey(key.attribute(), !key.descending()))
                .toList());
    }

    public List<SortKey> attributeKeys() {
        return keys.subList(0, keys.size() - 1);
    }

    /**
     * Whether all keys have the same direction and are never null, so that they can be compared as one row of values.
     */
    public boolean comparesAsRow() {
        return keys.stream().noneMatch(SortKey::isNullable)
                && keys.stream().map(SortKey::descending).distinct().count() == 1;
    }
}
