package dev.registrar.gateway.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.registrar.course.CourseTerms;
import dev.registrar.course.Courses;
import dev.registrar.registration.Registrations;
import dev.registrar.resource.type.ResourceType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;

/** The contract, and the declarations that it is compared with. */
abstract class ContractAndDeclarations {
    static final Map<String, ResourceType> TYPES = Stream.of(Courses.TYPE, CourseTerms.TYPE, Registrations.TYPE)
            .collect(Collectors.toMap(ResourceType::name, type -> type));

    static final Map<String, String> SCHEMA_NAMES =
            Map.of("courses", "Course", "course_terms", "CourseTerm", "registrations", "Registration");

    static JsonNode contract;

    @BeforeAll
    static void read() throws IOException {
        try (var file = ContractAndDeclarations.class.getResourceAsStream("/" + Contract.DOCUMENT)) {
            contract = new ObjectMapper().readTree(file);
        }
    }

    static Stream<ResourceType> types() {
        return TYPES.values().stream();
    }

    static JsonNode schema(ResourceType type, String suffix) {
        return contract.at("/components/schemas/" + schemaName(type) + suffix);
    }

    static String schemaName(ResourceType type) {
        return SCHEMA_NAMES.get(type.name());
    }

    static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
