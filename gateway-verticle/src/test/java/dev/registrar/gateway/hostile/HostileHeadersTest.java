package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.http.RawConnection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers and parameters of the maximum length, with content that is expensive for a careless parser. */
@ExtendWith(ServiceExtension.class)
class HostileHeadersTest {
    private static final int LENGTH = 7000;

    /** Repeated, these make parsers that backtrack or recurse run out of stack or time. */
    private static final List<String> FILLERS =
            List.of("x", " ", "\"", "\\\"", ",", ";", "=", ", ", "; ", "a=\"", "W/\"", "a,", "a=1;", "[");

    private static final String BEGINNING = "application/vnd.api+json;p=\"";

    /** Has so many errors that the response is large enough to be compressed. */
    private static final String DOCUMENT =
            "{\"data\":{\"type\":\"courses\",\"attributes\":{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7}}}";

    private static String text(String beginning, String filler) {
        return beginning + filler.repeat((LENGTH - beginning.length()) / filler.length());
    }

    private static void expectNoServerError(Service service, String requestLine, String headers, String body) {
        var request = """
                %s HTTP/1.1\r
                Connection: close\r
                Content-Length: %s\r
                %s\r
                %s""".formatted(requestLine, body.length(), headers, body);
        assertThat(RawConnection.send(service, request)).matches("(?s)HTTP/1.1 [234]\\d\\d .*");
    }

    /** Returns the headers that a request needs, except this one. */
    private static String headersExcept(String name) {
        return Stream.of(
                        "Host: localhost",
                        "Authorization: Basic YWRtaW46YWRtaW4=",
                        "Content-Type: application/vnd.api+json")
                .filter(header -> !header.startsWith(name + ":"))
                .map(header -> header + "\r\n")
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept Accept-Encoding Authorization Content-Type Cookie Forwarded Idempotency-Key If-Match",
                "If-None-Match Host Origin Prefer X-Forwarded-For X-Forwarded-Host X-Request-Id"
            })
    void a_long_header_of_repeated_delimiters_never_causes_a_server_error(String names, Service service) {
        for (var name : names.split(" ", -1)) {
            for (var filler : FILLERS) {
                for (var beginning : List.of("", BEGINNING)) {
                    var headers = "%s%s: %s\r\n".formatted(headersExcept(name), name, text(beginning, filler));
                    expectNoServerError(service, "GET /v1/courses/?page[size]=1", headers, "");
                    expectNoServerError(service, "POST /v1/courses/", headers, DOCUMENT);
                }
            }
        }
    }

    @Test
    void a_long_query_parameter_of_repeated_delimiters_never_causes_a_server_error(Service service) {
        var parameters = "filter[course_name]= filter[course_name.contains]= filter[search]= filter[ fields[courses]="
                + " include= sort= page[number]= page[after]= ";
        for (var parameter : parameters.split(" ", -1)) {
            for (var filler :
                    List.of("x", "+", "%22", "%5C%22", ",", ";", "=", "a,", "[", "]", ":", ".", "a.", "&", "%C3%A9")) {
                expectNoServerError(service, "GET /v1/courses/?" + text(parameter, filler), headersExcept(""), "");
            }
        }
    }
}
