package dev.registrar.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.query.IncludePath;
import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.query.paging.Page;
import dev.registrar.resource.query.paging.SortOrder;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract has the query parameters of collections that the declarations give them, with their values and limits. */
class ContractedQueriesTest extends ContractAndDeclarations {
    /** A filter reaches only what the same verticle stores. */
    private static final Set<String> SERVED_TOGETHER = Set.of("courses", "course_terms");

    @ParameterizedTest
    @MethodSource("types")
    void the_parameters_of_collections_agree(ResourceType type) {
        List<String> expected = new ArrayList<>(List.of(
                "page[number]",
                "page[size]",
                "page[after]",
                "page[before]",
                "sort",
                "include",
                "If-None-Match",
                "filter[id]",
                "filter"));
        type.attributes().stream()
                .filter(Attribute::isFilterable)
                .forEach(attribute -> expected.add("filter[%s]".formatted(attribute.name())));
        type.toOnes().forEach(toOne -> expected.add("filter[%s]".formatted(toOne.name())));
        if (type.attributes().stream().anyMatch(Attribute::isSearchable)) {
            expected.add("filter[search]");
        }
        reachable(type, IncludePath.MAX_DEPTH).forEach(shown -> expected.add("fields[%s]".formatted(shown)));
        assertThat(parameters("/%s/".formatted(type), "get"))
                .extracting(parameter -> parameter.path("name").asText())
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @MethodSource("types")
    void the_values_of_sort_fields_and_include_agree(ResourceType type) {
        assertThat(values(type, "sort"))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Stream.of("id"), type.attributes().stream().map(Attribute::name))
                        .flatMap(field -> Stream.of(field, "-" + field))
                        .toList());
        assertThat(values(type, "fields[%s]".formatted(type)))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                type.attributes().stream().map(Attribute::name),
                                type.relationships().stream().map(Relationship::name))
                        .toList());
        assertThat(values(type, "include")).containsExactlyInAnyOrderElementsOf(paths(type, IncludePath.MAX_DEPTH));
    }

    @ParameterizedTest
    @MethodSource("types")
    void the_filters_by_an_operator_or_over_a_relationship_agree(ResourceType type) {
        List<String> expected = new ArrayList<>(operators(type));
        for (var relationship : type.relationships()) {
            var prefix = relationship.name() + ".";
            expected.add(prefix + "id");
            if (SERVED_TOGETHER.containsAll(Set.of(type.name(), relationship.target()))) {
                var target = TYPES.get(relationship.target());
                filterable(target).forEach(attribute -> expected.add(prefix + attribute.name()));
                operators(target).forEach(filter -> expected.add(prefix + filter));
                target.toOnes()
                        .filter(toOne -> relationship instanceof ToMany)
                        .forEach(toOne -> expected.add(prefix + toOne.name()));
            }
        }
        assertThat(names(schema(type, "Filters").path("properties"))).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static List<String> operators(ResourceType type) {
        return filterable(type).stream()
                .flatMap(attribute -> Stream.of(FilterOperator.values())
                        .filter(operator -> operator != FilterOperator.EQ && operator.appliesTo(attribute.kind()))
                        .map(operator -> attribute.name() + "." + operator.suffix()))
                .toList();
    }

    private static List<Attribute> filterable(ResourceType type) {
        return type.attributes().stream().filter(Attribute::isFilterable).toList();
    }

    @Test
    void the_limits_of_pages_agree() {
        var size = contract.at("/components/parameters/PageSize/schema");
        assertThat(size.path("default").asInt()).isEqualTo(Page.DEFAULT_SIZE);
        assertThat(size.path("maximum").asInt()).isEqualTo(Page.MAX_SIZE);
    }

    @ParameterizedTest
    @MethodSource("types")
    void the_limits_of_lists_agree(ResourceType type) {
        assertThat(maxItems(type, "sort")).isEqualTo(SortOrder.MAX_KEYS);
        assertThat(maxItems(type, "include")).isEqualTo(IncludePath.MAX_PATHS);
        assertThat(maxItems(type, "fields[%s]".formatted(type))).isEqualTo(SparseFieldsets.MAX_FIELDS);
        assertThat(contract.at("/components/schemas/ErrorsDocument/properties/errors/maxItems")
                        .asInt())
                .isEqualTo(JsonApiException.MAX_ERRORS);
    }

    private static int maxItems(ResourceType type, String parameter) {
        return parameters("/%s/".formatted(type), "get").stream()
                .filter(candidate -> candidate.path("name").asText().equals(parameter))
                .mapToInt(found -> found.at("/schema/maxItems").asInt())
                .sum();
    }

    private static Set<String> reachable(ResourceType type, int depth) {
        Set<String> names = new LinkedHashSet<>(Set.of(type.name()));
        if (depth > 0) {
            type.relationships()
                    .forEach(relationship -> names.addAll(reachable(TYPES.get(relationship.target()), depth - 1)));
        }
        return names;
    }

    private static List<String> paths(ResourceType type, int depth) {
        if (depth == 0) {
            return List.of();
        }
        return type.relationships().stream()
                .flatMap(relationship -> Stream.concat(
                        Stream.of(relationship.name()),
                        paths(TYPES.get(relationship.target()), depth - 1).stream()
                                .map(path -> relationship.name() + "." + path)))
                .toList();
    }

    private static List<String> values(ResourceType type, String parameter) {
        return parameters("/%s/".formatted(type), "get").stream()
                .filter(candidate -> candidate.path("name").asText().equals(parameter))
                .flatMap(found -> texts(found.at("/schema/items/enum")).stream())
                .toList();
    }

    private static List<JsonNode> parameters(String path, String method) {
        return StreamSupport.stream(
                        contract.path("paths")
                                .path(path)
                                .path(method)
                                .path("parameters")
                                .spliterator(),
                        false)
                .map(parameter -> contract.at(parameter.path("$ref").asText().substring(1)))
                .toList();
    }
}
