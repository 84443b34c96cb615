package dev.registrar.resource.store;

import dev.registrar.resource.query.Filter.ByAttribute;
import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the table in docs/indexes.md from the declarations: which filters and sort keys an index serves. */
final class IndexTable {
    private IndexTable() {}

    static String parameter(Attribute attribute, FilterOperator operator) {
        return operator == FilterOperator.EQ
                ? "filter[%s]".formatted(attribute.name())
                : "filter[%s.%s]".formatted(attribute.name(), operator.suffix());
    }

    static IndexUse useOf(Attribute attribute, FilterOperator operator) {
        return IndexUse.of(new ByAttribute(attribute, operator, List.of(true)));
    }

    /**
     * Returns the rows: the attributes and members of {@code meta} that queries use alike, their operators by index use, and how
     * they are sorted.
     */
    static List<String> rows(Stream<ResourceType> types) {
        Map<String, String> names = types.flatMap(
                        type -> Stream.of(type.attributes().stream(), type.filterable(), type.sortable())
                                .flatMap(Function.identity())
                                .distinct()
                                .map(attribute -> new Described(type, attribute)))
                .collect(Collectors.groupingBy(
                        Described::use,
                        LinkedHashMap::new,
                        Collectors.mapping(Described::name, Collectors.joining(" "))));
        return names.entrySet().stream()
                .map(row -> "| %s | %s |".formatted(row.getValue(), row.getKey()))
                .toList();
    }

    private record Described(ResourceType type, Attribute attribute) {
        String name() {
            return "`%s.%s`".formatted(type, attribute.name());
        }

        String use() {
            var cells = Stream.of(IndexUse.FEW_ROWS, IndexUse.INDEX_RANGE, IndexUse.ALL_ROWS)
                    .map(use -> Stream.of(FilterOperator.values())
                            .filter(operator -> attribute.isFilterable() && operator.appliesTo(attribute.kind()))
                            .filter(operator -> useOf(attribute, operator) == use)
                            .map(operator -> operator == FilterOperator.EQ ? "=" : operator.suffix())
                            .collect(Collectors.joining(" ")));
            return Stream.concat(cells, Stream.of(sorting())).collect(Collectors.joining(" | "));
        }

        private String sorting() {
            var isSortable = type.sortable().anyMatch(attribute::equals);
            return attribute.isIndexed() ? "index" : isSortable ? "all rows" : "";
        }
    }
}
