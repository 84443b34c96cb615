package dev.registrar.gateway.hostile;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.RawConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A repeated header that may occur only once is rejected, so that client and service cannot differ on which one counts. */
@ExtendWith(ServiceExtension.class)
class RepeatedHeadersTest {
    private static final String ADMIN = "Basic YWRtaW46YWRtaW4=";
    private static final String READER = "Basic cmVhZGVyOnJlYWRlcg==";

    private static void expectRejected(String response, String header) {
        assertThat(response)
                .startsWith("HTTP/1.1 400 ")
                .contains("\"code\":\"repeated_header\"", "{\"header\":\"%s\"}".formatted(header));
    }

    @Proves("RFC 9110, 5.3 and 7.2")
    @ParameterizedTest
    @ValueSource(strings = {"/v1/courses/", "/v1/sessions/", "/v1/openapi.json", "/nothing"})
    void a_repeated_authorization_or_host_header_is_rejected_on_every_url(String path, Service service) {
        var request = "GET %s HTTP/1.1\nConnection: close\nHost: a\nAuthorization: %s\n".formatted(path, READER);
        expectRejected(
                RawConnection.sendLines(service, request + "Authorization: %s\n\n".formatted(ADMIN)), "Authorization");
        expectRejected(RawConnection.sendLines(service, request + "host: a\n\n"), "Host");
    }

    @Test
    void a_repeated_authorization_header_is_rejected_before_any_other_error(Service service) {
        assertThat(RawConnection.statusLine(service, """
                        POST /v1/courses/?x=1 HTTP/1.1
                        Host: a
                        Authorization: Basic d3Jvbmc6d3Jvbmc=
                        Authorization: Basic d3Jvbmc6d3Jvbmc=
                        Content-Length: 10000000

                        """)).startsWith("HTTP/1.1 400 ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Idempotency-Key | Idempotency-Key: 1       | Idempotency-Key: 2
                    Content-Type    | Content-Type: text/plain | Content-Type: application/json
                    X-CSRF-Token    | X-CSRF-Token: 1          | X-CSRF-Token: 2
                    Origin          | Origin: http://a.example | Origin: http://b.example
                    Last-Event-ID   | Last-Event-ID: 1         | Last-Event-ID: 2
                    """)
    void a_post_with_a_repeated_header_is_rejected_and_creates_nothing(
            String name, String first, String second, Service service) {
        var identifier = unique("REPEATED");
        var document = course(identifier, "Logic").toString();
        var response =
                RawConnection.sendLines(service, """
                POST /v1/courses/ HTTP/1.1
                Host: a
                Connection: close
                Authorization: %s
                Content-Length: %s
                %s
                %s

                %s""".formatted(ADMIN, document.length(), first, second, document));
        expectRejected(response, name);
        service.reader()
                .get("/v1/courses/?filter[course_identifier]=" + identifier)
                .expect("/meta/pagination/count", "0");
    }

    @Proves("RFC 9110, 5.3 and 7.2")
    @Test
    void headers_that_are_lists_may_be_split_over_several_lines(Service service) {
        var response = RawConnection.sendLines(service, """
                GET /v1/courses/?page[size]=1 HTTP/1.1
                Host: a
                Connection: close
                Authorization: %s
                Accept: text/html
                Accept: application/vnd.api+json
                Accept-Encoding: br
                Accept-Encoding: gzip;q=0
                Cookie: a=1
                Cookie: b=2

                """.formatted(READER));
        assertThat(response).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void two_request_ids_are_ignored(Service service) {
        var response = RawConnection.sendLines(service, """
                GET /v1/people/ HTTP/1.1
                Host: a
                Connection: close
                X-Request-Id: first
                X-Request-Id: second

                """);
        assertThat(response).startsWith("HTTP/1.1 404 ").doesNotContain("first", "second");
    }
}
