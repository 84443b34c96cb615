package dev.registrar.resource.reading.query;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An integer has ASCII digits, and a minus sign if it is negative, wherever a client sends it. */
@ExtendWith(LibraryExtension.class)
class IntegersInQueriesTest {

    private static String url(String parameter, String value) {
        return "/v1/copies/?%s=%s".formatted(parameter, URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            filter[days]        | malformed_parameter
            filter[days.gte]    | malformed_parameter
            page[size]                          | invalid_page
            page[number]                        | invalid_page
            """)
    void other_digits_and_signs_are_400_and_the_parameter_is_named(String parameter, String code, Library library) {
        for (var value :
                new String[] {"+1", "٣", "１", "1٣", "--1", "-", "1e0", "0x1", "1_0", "−1", "", "1.0", "99999999999"}) {
            library.reader().get(url(parameter, value)).expectStatus(400).expectError(code, "parameter", parameter);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "filter[days], -17",
        "filter[days.ne], -2147483648",
        "filter[days], -0",
        "filter[days], 2147483647",
        "page[size], 13",
        "page[number], 1"
    })
    void ascii_digits_are_read(String parameter, String value, Library library) {
        library.reader().get(url(parameter, value)).expectStatus(200);
    }
}
