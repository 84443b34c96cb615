package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.UNKNOWN_SORT_FIELD;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.query.paging.SortKey;
import dev.registrar.resource.query.paging.SortOrder;
import dev.registrar.resource.type.Attribute;
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
        return SortOrder.of(keys);
    }

    private void readKey(String key) {
        var descending = key.startsWith("-");
        var field = descending ? key.substring(1) : key;
        var attribute = type.attribute(field);
        if (field.equals(SortKey.ID) || attribute.isPresent()) {
            keys.add(new SortKey(attribute, descending));
        } else {
            errors.add(UNKNOWN_SORT_FIELD.at(
                    parameter(SORT),
                    "%s cannot be sorted by \"%s\"; %s"
                            .formatted(
                                    type, Excerpt.of(field), Misspelling.remedy(field, fields(), "the sort fields"))));
        }
    }

    private List<String> fields() {
        return Stream.concat(Stream.of(SortKey.ID), type.attributes().stream().map(Attribute::name))
                .toList();
    }
}
