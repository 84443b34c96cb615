package dev.registrar.gateway.http;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.RawConnection;
import dev.registrar.testing.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** HTTP conventions of the service: headers, methods and media types. */
@ExtendWith(ServiceExtension.class)
class HttpConventionsTest {

    private static void expectCommonHeaders(Response response) {
        response.expectHeader("Vary", "Accept, Authorization, Cookie")
                .expectHeader("X-Frame-Options", "SAMEORIGIN")
                .expectHeader("X-Content-Type-Options", "nosniff")
                .expectHeader("Allow", "GET, HEAD, OPTIONS, POST");
        assertThat(response.header("X-Request-Id")).isNotBlank();
        assertThat(response.header("Content-Length")).isNotBlank();
    }

    @Proves({"JSON:API 1.1, Content Negotiation", "Specification, Headers", "RFC 9110, 12.5.5"})
    @Test
    void every_response_of_a_resource_url_has_the_common_headers(Service service) {
        expectCommonHeaders(service.reader().get("/v1/courses/").expectStatus(200));
        expectCommonHeaders(service.reader().get("/v1/courses/?x=1").expectStatus(400));
        expectCommonHeaders(service.anonymous().get("/v1/courses/").expectStatus(401));
        expectCommonHeaders(
                service.reader().post("/v1/courses/", course("X", "Y")).expectStatus(403));
        expectCommonHeaders(service.reader().delete("/v1/courses/").expectStatus(405));
        expectCommonHeaders(service.reader().options("/v1/courses/").expectStatus(200));
    }

    @Test
    void a_request_id_of_the_caller_is_used_in_the_response_and_its_errors(Service service) {
        service.reader()
                .withHeader("X-Request-Id", "portal-17")
                .get("/v1/courses/?x=1")
                .expectHeader("X-Request-Id", "portal-17")
                .expect("/errors/0/id", "portal-17");
    }

    @Proves("JSON:API 1.0, Fetching Resources")
    @Test
    void head_has_the_content_length_of_get_and_no_body(Service service) {
        var id = service.admin()
                .post("/v1/courses/", course(unique("HEAD"), "Logic"))
                .id();
        var get = service.reader().get("/v1/courses/" + id + "/");
        var head = service.reader().head("/v1/courses/" + id + "/").expectStatus(200);
        assertThat(head.body()).isEmpty();
        var length = get.body().getBytes(StandardCharsets.UTF_8).length;
        assertThat(get.header("Content-Length")).isEqualTo(Integer.toString(length));
        assertThat(head.header("Content-Length")).isEqualTo(Integer.toString(length));
    }

    @Proves("RFC 9110, 15.5.6")
    @Test
    void a_method_that_a_url_does_not_support_is_405(Service service) {
        service.admin().delete("/v1/courses/").expectStatus(405).expectError("method_not_allowed");
    }

    @Test
    void an_unknown_path_is_404_with_a_json_api_error_that_lists_the_collections(Service service) {
        service.reader().get("/v1/people/").expectStatus(404).expectError("not_found");
        for (var path : List.of("/", "/v2", "/v2/", "/v1/course/")) {
            assertThat(service.reader()
                            .get(path)
                            .expectStatus(404)
                            .expectError("not_found")
                            .text("/errors/0/detail"))
                    .startsWith("There is nothing at " + path)
                    .contains("/v1/courses/, /v1/course_terms/, /v1/registrations/", "/v1/openapi")
                    .doesNotContain("/relationships/");
        }
    }

    @Test
    void a_query_string_that_cannot_be_decoded_is_400(Service service) {
        var response = RawConnection.sendLines(service, """
                GET /v1/courses/?x=%zz HTTP/1.1
                Host: localhost
                Connection: close
                Authorization: Basic cmVhZGVyOnJlYWRlcg==

                """);
        assertThat(response)
                .startsWith("HTTP/1.1 400 ")
                .contains("\"code\":\"malformed_request\"")
                .containsIgnoringCase("\r\nallow: GET, HEAD, OPTIONS, POST\r\n");
    }
}
