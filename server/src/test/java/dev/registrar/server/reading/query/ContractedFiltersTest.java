package dev.registrar.server.reading.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The service supports every filter that the contract lists. */
@ExtendWith(ServiceExtension.class)
class ContractedFiltersTest {
    private static final Map<String, String> SCHEMAS = Map.of(
            "courses",
            "CourseFilters",
            "course_terms",
            "CourseTermFilters",
            "registrations",
            "RegistrationFilters",
            "enrollment_limits",
            "EnrollmentLimitFilters",
            "enrollment_permits",
            "EnrollmentPermitFilters");

    static Stream<String> filters() throws IOException {
        var contract = contract();
        return SCHEMAS.entrySet().stream()
                .flatMap(entry -> names(contract.at("/components/schemas/%s/properties".formatted(entry.getValue())))
                        .map(filter -> "/v1/%s/?filter[%s]=".formatted(entry.getKey(), filter)));
    }

    private static JsonNode contract() throws IOException {
        try (var file = ContractedFiltersTest.class.getResourceAsStream("/openapi.json")) {
            return new ObjectMapper().readTree(file);
        }
    }

    private static Stream<String> names(JsonNode object) {
        Iterable<String> names = object::fieldNames;
        return StreamSupport.stream(names.spliterator(), false);
    }

    private static String valueFor(String filter) {
        if (containsAny(filter, "isnull", "exam_credit_flag", "outside_dates", "beyond_capacity")) {
            return "true";
        }
        if (filter.contains("[status")) {
            return "waiting";
        }
        if (containsAny(filter, "opens_at", "closes_at", "drop_until", "valid_until")) {
            return "2024-09-03T09:00:00Z";
        }
        if (filter.contains("date")) {
            return "2024-09-03";
        }
        return containsAny(filter, ".id]", ".course]") ? "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2" : "1";
    }

    private static boolean containsAny(String filter, String... words) {
        return Stream.of(words).anyMatch(filter::contains);
    }

    @ParameterizedTest
    @MethodSource("filters")
    void every_filter_of_the_contract_is_supported(String filter, Service service) {
        var value = filter.contains("[enrollment") && !filter.contains("isnull") ? "pending" : valueFor(filter);
        service.reader().get(filter + value).expectStatus(200);
    }
}
