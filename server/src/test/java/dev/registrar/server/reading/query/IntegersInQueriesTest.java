package dev.registrar.server.reading.query;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An integer has ASCII digits, and a minus sign if it is negative, wherever a client sends it. */
@ExtendWith(ServiceExtension.class)
class IntegersInQueriesTest {

    private static String url(String parameter, String value) {
        return "/v1/course_terms/?%s=%s".formatted(parameter, URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            filter[audit_permitted_code]        | malformed_parameter
            filter[audit_permitted_code.gte]    | malformed_parameter
            page[size]                          | invalid_page
            page[number]                        | invalid_page
            """)
    void other_digits_and_signs_are_400_and_the_parameter_is_named(String parameter, String code, Service service) {
        for (var value :
                new String[] {"+1", "٣", "１", "1٣", "--1", "-", "1e0", "0x1", "1_0", "−1", "", "1.0", "99999999999"}) {
            service.reader().get(url(parameter, value)).expectStatus(400).expectError(code, "parameter", parameter);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "filter[audit_permitted_code], -17",
        "filter[audit_permitted_code.ne], -2147483648",
        "filter[audit_permitted_code], -0",
        "filter[audit_permitted_code], 2147483647",
        "page[size], 13",
        "page[number], 1"
    })
    void ascii_digits_are_read(String parameter, String value, Service service) {
        service.reader().get(url(parameter, value)).expectStatus(200);
    }
}
