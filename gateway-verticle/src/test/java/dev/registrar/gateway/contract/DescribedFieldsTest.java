package dev.registrar.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.testing.http.Response;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract says what each declared field and value means, and shows an example of it. */
@ExtendWith(ServiceExtension.class)
class DescribedFieldsTest {
    private static Response contract;

    @BeforeAll
    static void the_served_contract(Service service) {
        contract = service.anonymous().get("/v1/openapi.json").expectStatus(200);
    }

    static Stream<ResourceType> types() {
        return Stream.of(CourseVerticle.SCHEMA, RegistrationVerticle.SCHEMA)
                .flatMap(schema -> schema.types().all().stream());
    }

    /** The name of its schema, as its operation that reads one resource shows it. */
    private static String schema(ResourceType type) {
        var operation = contract.at("/paths/~1%s~1{id}~1/get/operationId".formatted(type.name()));
        return Stream.of(operation.asText().split("[ _]", -1))
                .skip(1)
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    private static JsonNode field(ResourceType type, String kind, String name) {
        return contract.at("/components/schemas/%s%s/properties/%s".formatted(schema(type), kind, name));
    }

    private static JsonNode example(ResourceType type, String kind, String name) {
        return contract.at("/components/examples/%s/value/data/%s/%s".formatted(schema(type), kind, name));
    }

    @ParameterizedTest
    @MethodSource("types")
    void every_attribute_has_a_description_and_an_example(ResourceType type) {
        assertThat(type.attributes()).allSatisfy(attribute -> {
            var described = field(type, "Attributes", attribute.name());
            assertThat(described.path("description").asText()).isNotBlank();
            assertThat(described.path("example").asText()).isNotBlank();
            assertThat(described.path("example")).isEqualTo(example(type, "attributes", attribute.name()));
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void every_value_of_an_enumeration_is_described(ResourceType type) {
        assertThat(type.attributes())
                .allSatisfy(attribute -> assertThat(attribute.allowedValues())
                        .allSatisfy(value -> assertThat(field(type, "Attributes", attribute.name())
                                        .path("description")
                                        .asText())
                                .contains("- `%s`: ".formatted(value))));
    }

    @ParameterizedTest
    @MethodSource("types")
    void every_relationship_has_a_description_and_an_example(ResourceType type) {
        assertThat(type.relationships()).allSatisfy(relationship -> {
            assertThat(field(type, "Relationships", relationship.name())
                            .path("description")
                            .asText())
                    .isNotBlank();
            assertThat(example(type, "relationships", relationship.name()).path("data"))
                    .isNotEmpty();
        });
    }

    @Test
    void the_description_of_a_term_identifier_explains_its_parts() {
        assertThat(contract.text("/components/schemas/CourseTermAttributes/properties/term_identifier/description"))
                .contains("the year", "1 spring, 2 summer, 3 autumn", "course identifier");
    }
}
