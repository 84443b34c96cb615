package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.RawConnection;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nonsensical requests get a 4xx with a JSON:API error document, never a 500, and never hang. */
@ExtendWith(ServiceExtension.class)
class AbsurdRequestsTest {
    private static final String COMMON =
            "Host: localhost\r\nConnection: close\r\nAuthorization: Basic YWRtaW46YWRtaW4=\r\n";

    private static String request(String line, String headers) {
        return line + "\r\n" + COMMON + headers + "\r\n";
    }

    @Test
    void a_url_that_is_too_long_is_414(Service service) {
        var url = "/v1/courses/?filter[course_name]=" + "x".repeat(20_000);
        assertThat(RawConnection.send(service, request("GET " + url + " HTTP/1.1", "")))
                .matches("(?s)HTTP/1.\\d 414 .*")
                .contains("\"code\":\"uri_too_long\"")
                .containsIgnoringCase("x-frame-options: SAMEORIGIN");
    }

    @Test
    void a_filter_of_two_hundred_ids_fits_into_a_url(Service service) {
        var ids = String.join(",", Collections.nCopies(200, "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2"));
        var registrations = "/v1/registrations/?include=courses&sort=-uni&page[size]=100&filter[courses]=";
        service.reader().get(registrations + ids).expectStatus(200);
    }

    @Test
    void headers_that_are_too_large_are_431(Service service) {
        assertThat(RawConnection.send(
                        service, request("GET /v1/courses/ HTTP/1.1", "X-Large: " + "x".repeat(20_000) + "\r\n")))
                .matches("(?s)HTTP/1.\\d 431 .*")
                .contains("\"code\":\"headers_too_large\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "GET /v1/courses/\u0000 HTTP/1.1",
                "GET /v1/courses/?x=%zz HTTP/1.1",
                "GET /v1/courses/%00/ HTTP/1.1",
                "GET /v1/courses/?filter[course_name]=%ed%a0%80 HTTP/1.1",
                "GET /v1/courses/?=&&&= HTTP/1.1",
                "GET /v1/courses/../../etc/passwd HTTP/1.1",
                "G\u00e9T /v1/courses/ HTTP/1.1",
                "BREW /v1/courses/ HTTP/1.1",
                "GET /v1/courses/ FOO/1.1"
            })
    void a_nonsensical_request_line_is_a_4xx(String line, Service service) {
        assertThat(RawConnection.send(service, request(line, ""))).matches("(?s)HTTP/1.\\d 4\\d\\d .*\"errors\".*");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: -1",
                "Content-Length: 1\r\nContent-Length: 2",
                "Bad Name: x",
                "Authorization: Basic \u0001",
                "Accept: \u00e9",
                "Content-Type: application/vnd.api+json;;;;=\""
            })
    void a_nonsensical_header_is_a_4xx(String header, Service service) {
        var request = "POST /v1/courses/ HTTP/1.1\r\nConnection: close\r\nAuthorization: Basic YWRtaW46YWRtaW4=\r\n"
                + "Host: localhost\r\n" + header + "\r\n\r\n{}";
        assertThat(RawConnection.send(service, request.getBytes(StandardCharsets.ISO_8859_1)))
                .matches("(?s)HTTP/1.\\d 4\\d\\d .*\"errors\".*");
    }

    @Test
    void a_session_is_not_opened_for_a_malformed_host(Service service) {
        var response = RawConnection.sendLines(service, """
                POST /v1/sessions/ HTTP/1.1
                Host: a b
                Connection: close
                Authorization: Basic YWRtaW46YWRtaW4=

                """);
        assertThat(response).startsWith("HTTP/1.1 400 ").doesNotContainIgnoringCase("set-cookie");
    }

    @Test
    void a_connection_whose_body_never_arrives_is_closed(Service service) {
        var port = service.startGateway("http", new JsonObject().put("idle-timeout", "100 ms"));
        var headers = "Content-Type: application/json\r\nContent-Length: 10\r\n";
        assertThat(RawConnection.exchange(port, request("POST /v1/courses/ HTTP/1.1", headers)))
                .isEmpty();
    }

    private static String chunked(Service service, String chunks) {
        var headers = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
        return RawConnection.send(service, request("POST /v1/courses/ HTTP/1.1", headers) + chunks);
    }

    @Proves("RFC 9112, 7.1")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "zz\r\n{}\r\n0\r\n\r\n",
                " 2\r\n{}\r\n0\r\n\r\n",
                "2 2\r\n{}\r\n0\r\n\r\n",
                "1\r\n{\r\n 1\r\n}\r\n0\r\n\r\n",
                "2\r\n{}\r\n 0\r\n\r\n",
                "2\r\n{}\r\n0 \r\n\r\n"
            })
    void a_malformed_chunk_is_400(String chunks, Service service) {
        assertThat(chunked(service, chunks)).startsWith("HTTP/1.1 400 ").contains("\"code\":\"malformed_request\"");
    }

    /** The document, which has no data, is long. */
    @Proves("RFC 9112, 7.1")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2\r\n{}\r\n0\r\n\r\n",
                "1\r\n{\r\n01\r\n}\r\n0\r\n\r\n",
                "2;name=value\r\n{}\r\n0\r\n\r\n",
                "2 ;name\r\n{}\r\n0\r\nX-Trailer: x\r\n\r\n"
            })
    void a_chunked_document_is_read(String chunks, Service service) {
        var part = "fff\r\n" + " ".repeat(0xfff) + "\r\n";
        assertThat(chunked(service, part.repeat(100) + chunks)).contains("\"code\":\"malformed_document\"");
    }

    @Test
    void more_than_a_hundred_trailers_are_400(Service service) {
        assertThat(chunked(service, "2\r\n{}\r\n0\r\n" + "x:\r\n".repeat(101) + "\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    /** Three are those of every request here. */
    @Proves("RFC 6585, 5")
    @Test
    void a_request_may_have_a_hundred_header_fields(Service service) {
        assertThat(RawConnection.send(service, request("GET /v1/ HTTP/1.1", "x:\r\n".repeat(97))))
                .startsWith("HTTP/1.1 200 ");
        for (var target : List.of("/v1/", "http://localhost/v1/")) {
            assertThat(RawConnection.send(service, request("GET " + target + " HTTP/1.1", "x:\r\n".repeat(98))))
                    .startsWith("HTTP/1.1 431 ")
                    .contains("\"code\":\"headers_too_large\"");
        }
    }
}
