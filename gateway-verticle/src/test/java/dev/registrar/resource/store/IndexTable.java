package dev.registrar.resource.store;

import dev.registrar.resource.query.Filter.ByAttribute;
import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the table in INDEXES.md from the declarations: which filters and sort keys an index serves. */
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

    /** Returns one row: the attribute, its operators by index use, and how it is sorted. */
    static String row(ResourceType type, Attribute attribute) {
        var cells = Stream.of(IndexUse.FEW_ROWS, IndexUse.INDEX_RANGE, IndexUse.ALL_ROWS)
                .map(use -> Stream.of(FilterOperator.values())
                        .filter(operator -> attribute.isFilterable() && operator.appliesTo(attribute.kind()))
                        .filter(operator -> useOf(attribute, operator) == use)
                        .map(operator -> operator == FilterOperator.EQ ? "=" : operator.suffix())
                        .collect(Collectors.joining(" ")));
        return Stream.concat(
                        Stream.of("`%s.%s`".formatted(type, attribute.name())),
                        Stream.concat(cells, Stream.of(attribute.isIndexed() ? "index" : "all rows")))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }
}
