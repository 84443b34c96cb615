package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.UNKNOWN_SORT_FIELD;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.query.paging.SortKey;
import dev.registrar.resource.query.paging.SortOrder;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads {@code sort}: fields, the most significant first, those with a minus sign descending. */
final class SortReader {
    static final String SORT = "sort";

    private final ResourceType type;
    private final ErrorCollector errors;
    private final List<SortKey> keys = new ArrayList<>();

    SortReader(ResourceType type, ErrorCollector errors) {
        this.type = type;
        this.errors = errors;
    }

    void read(String value) {
        for (var key : new ListReader(errors).read(SORT, value, SortOrder.MAX_KEYS)) {
            readKey(key);
        }
    }

    SortOrder finish() {
        return keys.isEmpty() ? SortOrder.defaultOf(type) : SortOrder.of(keys);
    }

    private void readKey(String key) {
        var descending = key.startsWith("-");
        var field = descending ? key.substring(1) : key;
        var attribute = type.sortable()
                .filter(sortable -> sortable.name().equals(field))
                .findFirst();
        if (field.equals(SortKey.ID) || attribute.isPresent()) {
            keys.add(new SortKey(attribute, descending));
        } else {
            errors.add(UNKNOWN_SORT_FIELD.at(
                    parameter(SORT),
                    "%s cannot be sorted by \"%s\"; %s".formatted(type, Excerpt.of(field), remedy(field))));
        }
    }

    private String remedy(String field) {
        return type.toOnes()
                .filter(toOne -> field.startsWith(toOne.name() + "."))
                .map(this::remedyForRelated)
                .findFirst()
                .orElseGet(() -> Misspelling.remedy(field, fields(), "the sort fields"));
    }

    private String remedyForRelated(ToOne relationship) {
        return "only fields of %3$s themselves can be sorted by. Read %2$s in that order (/v1/%2$s/?sort=<field>) and then their %3$s (filter[%1$s]=<id>,<id>), or add include=%1$s and sort what you receive."
                .formatted(relationship.name(), relationship.target(), type);
    }

    private List<String> fields() {
        return Stream.concat(Stream.of(SortKey.ID), type.sortable().map(Attribute::name))
                .toList();
    }
}
