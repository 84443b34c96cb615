package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.RawConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The methods of URLs other than resources, such as the contract, its page and sessions: each other method is 405. */
@ExtendWith(ServiceExtension.class)
class AllowedMethodsTest {
    private static final String ALLOW = "GET, HEAD, OPTIONS";

    @Proves("RFC 9110, 15.5.6")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/openapi",
                "/v1/openapi/page.css",
                "/v1/openapi/initializer.js",
                "/v1/openapi/address.js",
                "/v1/openapi/login.json",
                "/v1/openapi/ui/swagger-ui-bundle.js",
                "/v1/openapi/ui/swagger-ui.css",
                "/v1/openapi/ui/favicon-32x32.png",
                "/v1/openapi.json",
                "/v1/openapi.yaml",
                "/oauth2-redirect.html",
                "/oauth2-redirect.js"
            })
    void a_url_that_is_only_read_allows_get_head_and_options_with_and_without_a_trailing_slash(
            String path, Service service) {
        for (var url : List.of(path, path + "/")) {
            var get = service.anonymous().get(url).expectStatus(200).expectHeader("Allow", ALLOW);
            var head = service.anonymous().head(url).expectStatus(200).expectHeader("Allow", ALLOW);
            assertThat(head.body()).isEmpty();
            for (var header : List.of("Content-Type", "Content-Length", "ETag")) {
                assertThat(head.header(header)).as(header).isEqualTo(get.header(header));
            }
            service.anonymous().options(url).expectStatus(200).expectHeader("Allow", ALLOW);
            for (var method : List.of("POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW")) {
                service.anonymous()
                        .send(method, url, Optional.empty())
                        .expectStatus(405)
                        .expectError("method_not_allowed")
                        .expectHeader("Allow", ALLOW);
            }
        }
    }

    @Test
    void head_has_the_same_headers_as_get_also_for_a_compressed_response(Service service) {
        var client = service.anonymous().withHeader("Accept-Encoding", "gzip");
        var get = client.get("/v1/openapi.json").expectHeader("Content-Encoding", "gzip");
        var head = client.head("/v1/openapi.json").expectHeader("Content-Encoding", "gzip");
        assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
        assertThat(head.header("ETag")).isEqualTo(get.header("ETag"));
        assertThat(head.body().getBytes(StandardCharsets.UTF_8)).isEmpty();
    }

    @Proves("RFC 9110, 15.5.6")
    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "TRACE", "BREW"})
    void the_sessions_url_allows_only_delete_get_options_and_post(String method, Service service) {
        service.anonymous()
                .send(method, "/v1/sessions", Optional.empty())
                .expectStatus(405)
                .expectHeader("Allow", "DELETE, GET, HEAD, OPTIONS, POST")
                .expectError("method_not_allowed");
        service.anonymous()
                .options("/v1/sessions/")
                .expectStatus(200)
                .expectHeader("Allow", "DELETE, GET, HEAD, OPTIONS, POST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "OPTIONS", "DELETE", "BREW"})
    void an_unknown_path_is_404_without_an_allow_header_for_every_method(String method, Service service) {
        for (var path : List.of("/", "/v2/", "/v1/people/", "/v1/openapi/ui/", "/metrics")) {
            var notFound =
                    service.anonymous().send(method, path, Optional.empty()).expectStatus(404);
            notFound.expectError("not_found");
            assertThat(notFound.hasHeader("Allow")).isFalse();
        }
    }

    @Proves("RFC 9110, 9.3.7")
    @Test
    void options_of_the_whole_server_lists_all_methods(Service service) {
        var response = RawConnection.exchange(
                URI.create(service.url()).getPort(), "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        assertThat(response)
                .startsWith("HTTP/1.1 200 ")
                .containsIgnoringCase("\r\nallow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT\r\n")
                .containsIgnoringCase("\r\nx-request-id: ");
    }
}
