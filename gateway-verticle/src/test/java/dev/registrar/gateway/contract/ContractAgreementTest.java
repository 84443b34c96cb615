package dev.registrar.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.registrar.course.CourseTerms;
import dev.registrar.course.Courses;
import dev.registrar.registration.Registrations;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.query.IncludePath;
import dev.registrar.resource.query.Page;
import dev.registrar.resource.query.SortOrder;
import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract says what the declarations say, and nothing else: neither has what the other lacks. */
class ContractAgreementTest {
    private static final Map<String, ResourceType> TYPES = Stream.of(Courses.TYPE, CourseTerms.TYPE, Registrations.TYPE)
            .collect(Collectors.toMap(ResourceType::name, type -> type));

    private static final Map<String, String> SCHEMA_NAMES =
            Map.of("courses", "Course", "course_terms", "CourseTerm", "registrations", "Registration");

    /** A filter reaches only what the same verticle stores. */
    private static final Set<String> SERVED_TOGETHER = Set.of("courses", "course_terms");

    private static JsonNode contract;

    @BeforeAll
    static void read() throws IOException {
        try (var file = ContractAgreementTest.class.getResourceAsStream("/" + Contract.RESOURCE)) {
            contract = new YAMLMapper().readTree(file);
        }
    }

    static Stream<ResourceType> types() {
        return TYPES.values().stream();
    }

    @Test
    void every_type_and_relationship_has_its_paths_and_there_are_no_others() {
        Set<String> expected = new LinkedHashSet<>(Set.of("/sessions/"));
        types().forEach(type -> {
            expected.add("/%s/".formatted(type));
            expected.add("/%s/{id}/".formatted(type));
            type.relationships().forEach(relationship -> {
                expected.add("/%s/{id}/%s/".formatted(type, relationship.name()));
                expected.add("/%s/{id}/relationships/%s".formatted(type, relationship.name()));
            });
        });
        assertThat(names(contract.path("paths"))).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @MethodSource("types")
    void every_path_has_its_methods(ResourceType type) {
        assertThat(methods("/%s/".formatted(type))).containsExactlyInAnyOrder("get", "post");
        assertThat(methods("/%s/{id}/".formatted(type))).containsExactlyInAnyOrder("get", "patch", "put", "delete");
        for (var relationship : type.relationships()) {
            assertThat(methods("/%s/{id}/%s/".formatted(type, relationship.name())))
                    .containsExactly("get");
            assertThat(methods("/%s/{id}/relationships/%s".formatted(type, relationship.name())))
                    .containsExactlyInAnyOrderElementsOf(
                            relationship instanceof ToMany
                                    ? List.of("get", "patch", "post", "delete")
                                    : List.of("get", "patch"));
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void the_attributes_agree_in_names_kinds_and_limits(ResourceType type) {
        var schema = schema(type, "Attributes");
        assertThat(schema.path("additionalProperties").asBoolean(true)).isFalse();
        assertThat(names(schema.path("properties")))
                .containsExactlyElementsOf(
                        type.attributes().stream().map(Attribute::name).toList());
        type.attributes()
                .forEach(attribute ->
                        expectAgreement(attribute, schema.path("properties").path(attribute.name())));
    }

    private static void expectAgreement(Attribute attribute, JsonNode schema) {
        assertThat(schema.path("type").asText())
                .as(attribute.name())
                .isEqualTo(
                        switch (attribute.kind()) {
                            case TEXT, DATE -> "string";
                            case INTEGER -> "integer";
                            case BOOLEAN -> "boolean";
                        });
        assertThat(schema.path("format").asText().equals("date"))
                .as(attribute.name())
                .isEqualTo(attribute.kind() == AttributeKind.DATE);
        assertThat(schema.path("maxLength").asInt())
                .as(attribute.name())
                .isEqualTo(attribute.kind() == AttributeKind.DATE ? "2024-09-03".length() : attribute.limit());
        assertThat(schema.path("nullable").asBoolean()).as(attribute.name()).isEqualTo(attribute.isNullable());
        assertThat(texts(schema.path("enum"))).as(attribute.name()).isEqualTo(attribute.allowedValues());
        assertThat(schema.path("minimum").asInt(Integer.MIN_VALUE))
                .as(attribute.name())
                .isEqualTo(attribute.minimum());
    }

    @ParameterizedTest
    @MethodSource("types")
    void what_a_new_resource_needs_agrees(ResourceType type) {
        var document = contract.at("/components/schemas/New%sDocument/properties/data".formatted(schemaName(type)));
        assertThat(texts(document.at("/properties/attributes/allOf/1/required")))
                .containsExactlyInAnyOrderElementsOf(type.attributes().stream()
                        .filter(Attribute::isRequired)
                        .map(Attribute::name)
                        .toList());
        assertThat(texts(document.path("required")).contains("relationships"))
                .isEqualTo(type.toOnes().anyMatch(Relationship.ToOne::required));
    }

    @ParameterizedTest
    @MethodSource("types")
    void the_relationships_agree(ResourceType type) {
        var properties = schema(type, "Relationships").path("properties");
        assertThat(names(properties))
                .containsExactlyElementsOf(
                        type.relationships().stream().map(Relationship::name).toList());
        for (var relationship : type.relationships()) {
            var data = properties.at("/%s/properties/data".formatted(relationship.name()));
            assertThat(data.path("type").asText().equals("array")).isEqualTo(relationship instanceof ToMany);
            assertThat(data.toString()).contains(SCHEMA_NAMES.get(relationship.target()) + "Identifier");
        }
    }

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

    private static List<String> methods(String path) {
        return names(contract.path("paths").path(path)).stream()
                .filter(name -> !name.equals("parameters"))
                .toList();
    }

    private static JsonNode schema(ResourceType type, String suffix) {
        return contract.at("/components/schemas/" + schemaName(type) + suffix);
    }

    private static String schemaName(ResourceType type) {
        return SCHEMA_NAMES.get(type.name());
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
