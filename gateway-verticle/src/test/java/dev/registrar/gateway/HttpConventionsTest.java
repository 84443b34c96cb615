package dev.registrar.gateway;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.gateway.testing.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Answer;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The specification's headers, methods and media types. */
@ExtendWith(ServiceExtension.class)
class HttpConventionsTest {

    private static void expectCommonHeaders(Answer answer) {
        answer.expectHeader("Vary", "Accept, Authorization")
                .expectHeader("X-Frame-Options", "SAMEORIGIN")
                .expectHeader("X-Content-Type-Options", "nosniff")
                .expectHeader("Allow", "GET, HEAD, OPTIONS, POST");
        assertThat(answer.header("X-Request-Id")).isNotBlank();
        assertThat(answer.header("Content-Length")).isNotBlank();
    }

    @Test
    void every_answer_of_a_resource_url_carries_the_common_headers(Service service) {
        expectCommonHeaders(service.reader().get("/v1/courses/").expectStatus(200));
        expectCommonHeaders(service.reader().get("/v1/courses/?x=1").expectStatus(400));
        expectCommonHeaders(service.anonymous().get("/v1/courses/").expectStatus(401));
        expectCommonHeaders(
                service.reader().post("/v1/courses/", course("X", "Y")).expectStatus(403));
        expectCommonHeaders(service.reader().delete("/v1/courses/").expectStatus(405));
        expectCommonHeaders(service.reader().options("/v1/courses/").expectStatus(200));
    }

    @Test
    void a_caller_may_name_its_request(Service service) {
        service.reader()
                .withHeader("X-Request-Id", "portal-17")
                .get("/v1/courses/?x=1")
                .expectHeader("X-Request-Id", "portal-17")
                .expect("/errors/0/id", "portal-17");
    }

    @Test
    void head_is_get_without_the_body(Service service) {
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

    @Test
    void options_tells_the_methods_without_credentials(Service service) {
        service.anonymous()
                .options("/v1/courses/0c5b3df5-f147-45e4-b8a4-904fb8aa18a2/")
                .expectStatus(200)
                .expectHeader("Allow", "DELETE, GET, HEAD, OPTIONS, PATCH, PUT");
    }

    @Test
    void a_method_that_a_url_does_not_have_is_405(Service service) {
        service.admin().delete("/v1/courses/").expectStatus(405).expectError("method_not_allowed");
    }

    @Test
    void an_unknown_path_is_a_json_api_error_too(Service service) {
        service.reader().get("/v1/people/").expectStatus(404).expectError("not_found");
        service.reader().get("/").expectStatus(404).expectError("not_found");
    }

    @Test
    void a_query_string_that_cannot_be_decoded_is_400(Service service) throws IOException {
        try (var socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(service.url()).getPort())) {
            socket.getOutputStream()
                    .write(
                            "GET /v1/courses/?x=%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Basic cmVhZGVyOnJlYWRlcg==\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"code\":\"malformed_request\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/vnd.api+json",
                "*/*",
                "application/*",
                "text/html, application/vnd.api+json;q=0.1",
                "application/vnd.api+json;foo=bar, application/vnd.api+json"
            })
    void these_accept_headers_get_json_api(String accept, Service service) {
        service.reader()
                .withHeader("Accept", accept)
                .get("/v1/courses/")
                .expectStatus(200)
                .expectHeader("Content-Type", "application/vnd.api+json");
    }

    @Test
    void application_json_is_named_as_acceptable_both_ways(Service service) {
        service.admin()
                .withHeader("Accept", "application/json")
                .withHeader("Content-Type", "application/json; charset=utf-8")
                .post("/v1/courses/", course(unique("JSON"), "Logic"))
                .expectStatus(201)
                .expectHeader("Content-Type", "application/json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/html", "application/vnd.api+json;foo=bar", "application/vnd.api+json;q=0", "image/png"})
    void these_accept_headers_cannot_be_satisfied(String accept, Service service) {
        service.reader()
                .withHeader("Accept", accept)
                .get("/v1/courses/")
                .expectStatus(406)
                .expectError("not_acceptable", "header", "Accept");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/vnd.api+json;charset=utf-8", "application/xml", "nonsense"})
    void these_content_types_are_not_supported(String contentType, Service service) {
        service.admin()
                .withHeader("Content-Type", contentType)
                .post("/v1/courses/", course(unique("TYPE"), "Logic"))
                .expectStatus(415)
                .expectError("unsupported_media_type", "header", "Content-Type");
    }
}
