package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.RawConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ambiguous and malformed request lines and headers of HTTP/1.1 (RFC 9112, 3). */
@ExtendWith(ServiceExtension.class)
class RequestHeadTest {
    private static final String READER = "Authorization: Basic cmVhZGVyOnJlYWRlcg==\nConnection: close\n";
    private static final String HOST_IS_WRONG = "\"source\":{\"header\":\"Host\"}";

    @Proves("RFC 9110, 15.6.6")
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.2", "HTTP/3.0"})
    void an_unsupported_http_version_is_505_and_the_error_does_not_repeat_it(String version, Service service) {
        var response = RawConnection.sendLines(service, "GET /v1/courses/ %s\nHost: a\n\n".formatted(version));
        assertThat(response)
                .startsWith("HTTP/1.1 505 ")
                .contains("\"code\":\"http_version_not_supported\"")
                .doesNotContain("1.2", "3.0");
    }

    @Proves("RFC 9112, 5")
    @Test
    void a_header_without_a_name_is_400(Service service) {
        var response =
                RawConnection.sendLines(service, "GET /v1/courses/ HTTP/1.1\nHost: a\n: b\n%s\n".formatted(READER));
        assertThat(response).startsWith("HTTP/1.1 400 ").contains("malformed_request");
    }

    @Proves("RFC 9112, 3.2")
    @ParameterizedTest
    @ValueSource(strings = {"X-Other: 1", "Host:", "Host: a b", "Host: evil.example/path", "Host: a:b"})
    void a_missing_or_malformed_host_header_is_400(String host, Service service) {
        for (var path : new String[] {"/v1/courses/", "/v1/openapi.json", "/nothing"}) {
            var response = RawConnection.sendLines(service, "GET %s HTTP/1.1\n%s\n%s\n".formatted(path, host, READER));
            assertThat(response).startsWith("HTTP/1.1 400 ").contains(HOST_IS_WRONG);
        }
    }

    @Proves("RFC 9112, 3.2")
    @Test
    void a_request_of_http_1_0_without_a_host_header_gets_links_to_the_address_of_the_service(Service service) {
        var response =
                RawConnection.sendLines(service, "GET /v1/courses/?page[size]=1 HTTP/1.0\n%s\n".formatted(READER));
        assertThat(response).startsWith("HTTP/1.0 200 ").contains("\"self\":\"%s/v1/courses/".formatted(service.url()));
        assertThat(RawConnection.sendLines(service, "GET /v1/courses/ HTTP/1.0\nHost: a b\n%s\n".formatted(READER)))
                .startsWith("HTTP/1.0 400 ")
                .contains(HOST_IS_WRONG);
    }

    @Proves("RFC 9112, 3.2.2")
    @ParameterizedTest
    @CsvSource({
        "http://catalogue.example:8080/v1/courses/?page[size]=1, http://catalogue.example:8080",
        "HTTP://catalogue.example/v1/courses/?page[size]=1, http://catalogue.example"
    })
    void the_host_of_a_target_in_absolute_form_takes_precedence_over_the_host_header(
            String target, String origin, Service service) {
        var response =
                RawConnection.sendLines(service, "GET %s HTTP/1.1\nHost: localhost\n%s\n".formatted(target, READER));
        assertThat(response)
                .startsWith("HTTP/1.1 200 ")
                .contains("\"self\":\"%s/v1/courses/".formatted(origin))
                .doesNotContain("localhost");
    }

    @Proves("RFC 9112, 3.2.2")
    @Test
    void a_target_in_absolute_form_with_a_malformed_host_or_a_missing_or_repeated_host_header_is_400(Service service) {
        var request = "GET http://catalogue.example/v1/courses/ HTTP/1.1\n";
        assertThat(RawConnection.sendLines(service, request + READER + "\n")).startsWith("HTTP/1.1 400 ");
        assertThat(RawConnection.sendLines(service, request + "Host: a\nHost: a\n" + READER + "\n"))
                .startsWith("HTTP/1.1 400 ")
                .contains("repeated_header");
        var malformed = "GET http://user@catalogue.example/v1/courses/ HTTP/1.1\nHost: localhost\n" + READER + "\n";
        assertThat(RawConnection.sendLines(service, malformed))
                .startsWith("HTTP/1.1 400 ")
                .contains(HOST_IS_WRONG);
    }

    @Proves("RFC 9112, 3.2")
    @ParameterizedTest
    @ValueSource(strings = {"GET ftp://localhost/v1/courses/", "GET *", "PUT localhost:8080"})
    void a_target_that_is_neither_a_path_nor_a_url_of_http_is_400(String target, Service service) {
        var response = RawConnection.sendLines(service, "%s HTTP/1.1\nHost: localhost\n%s\n".formatted(target, READER));
        assertThat(response).startsWith("HTTP/1.1 400 ").contains("malformed_request");
    }

    @Proves("RFC 9112, 3.2; RFC 3986, 2")
    @ParameterizedTest
    @ValueSource(strings = {"/v1/courses/?filter[course_name]=caf\u00e9", "/v1/caf\u00e9/", "/v1/caf\u00e9%20/"})
    void a_target_with_characters_outside_ascii_is_400_and_the_error_says_how_to_encode_them(
            String target, Service service) {
        var request = "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n".formatted(target, READER.replace("\n", "\r\n"));
        for (var encoding : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)) {
            assertThat(RawConnection.send(service, request.getBytes(encoding)))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("malformed_request", "%C3%A9");
        }
    }

    /** No login: the router reads the query string before any handler if the path has parameters. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/courses/7/?%zz",
                "GET /v1/courses/7/?a=%+1",
                "PATCH /v1/registrations/7/relationships/courses?a=1&b%2"
            })
    void a_malformed_query_string_is_400_at_paths_with_an_id(String target, Service service) {
        assertThat(RawConnection.sendLines(
                        service, "%s HTTP/1.1\nHost: localhost\nConnection: close\n\n".formatted(target)))
                .startsWith("HTTP/1.1 400 ")
                .contains("malformed_request", "The query string is not percent-encoded");
    }
}
