package dev.registrar.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract says what the declarations say, and nothing else: neither has what the other lacks. */
class ContractAgreementTest extends ContractAndDeclarations {

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

    private static List<String> methods(String path) {
        return names(contract.path("paths").path(path)).stream()
                .filter(name -> !name.equals("parameters"))
                .toList();
    }
}
