package dev.registrar.gateway.http;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.RawConnection;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP conventions of the service: the headers of its responses, and the paths and methods that it does not know. */
@ExtendWith(ServiceExtension.class)
class HttpConventionsTest {
    private static final String ALLOW = "GET, HEAD, OPTIONS";

    private static void expectCommonHeaders(Response response) {
        response.expectHeader("Vary", "Accept, Authorization, Cookie")
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

    @Proves("RFC 9110, 13.1.1")
    @ParameterizedTest
    @ValueSource(strings = {"\"", "-\"", "-other\"", "-gzip\"", "-0123456789abcdef0\""})
    void a_tag_that_only_begins_like_that_of_a_resource_is_not_its_state(String rest, Service service) {
        var created = service.admin().post("/v1/courses/", course(unique("TAG"), "Logic"));
        var version = created.header("ETag").split("-", 2)[0];
        service.admin()
                .withHeader("If-Match", version + rest)
                .delete("/v1/courses/%s/".formatted(created.id()))
                .expectStatus(412)
                .expectError("precondition_failed", "header", "If-Match");
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

    @ParameterizedTest
    @ValueSource(strings = {"/", "/v2", "/v2/", "/v1/course/", "/v1/people/", "/v1/openapi/ui/", "/metrics"})
    void an_unknown_path_is_404_with_the_collections_and_without_an_allow_header_for_every_method(
            String path, Service service) {
        for (var method : List.of("GET", "POST", "OPTIONS", "BREW")) {
            var notFound =
                    service.anonymous().send(method, path, Optional.empty()).expectStatus(404);
            assertThat(notFound.expectError("not_found").text("/errors/0/detail"))
                    .startsWith("There is nothing at " + path)
                    .contains("/v1/courses/, /v1/course_terms/, /v1/registrations/", "/v1/openapi")
                    .doesNotContain("/relationships/");
            assertThat(notFound.hasHeader("Allow")).isFalse();
        }
    }

    @Test
    void every_response_has_security_headers_and_no_server_header(Service service) {
        for (var path : new String[] {"/v1/courses/", "/v1/openapi", "/v1/openapi.json", "/nothing"}) {
            var response = service.reader().get(path);
            response.expectHeader("X-Content-Type-Options", "nosniff")
                    .expectHeader("X-Frame-Options", "SAMEORIGIN")
                    .expectHeader("Referrer-Policy", "no-referrer");
            assertThat(response.header("Cache-Control")).contains("private");
            assertThat(response.hasHeader("Server")).isFalse();
            assertThat(response.hasHeader("Strict-Transport-Security")).isFalse();
        }
    }

    @Test
    void every_response_has_the_date_at_which_it_was_sent(Service service) {
        var earliest = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        for (var path : List.of("/v1/courses/", "/v1/openapi", "/nothing", "/v1/courses/?shoe=1")) {
            expectDate(service.reader().get(path).header("Date"), earliest);
        }
        var malformed = RawConnection.exchange(
                service.startGateway("http", new JsonObject()), "GET /v1/ HTTP/3.0\r\nHost: a\r\n\r\n");
        expectDate(malformed.replaceFirst("(?is).*\r\ndate: ([^\r]*)\r.*", "$1"), earliest);
    }

    private static void expectDate(String date, Instant earliest) {
        assertThat(date).matches("[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT");
        assertThat(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)))
                .isBetween(earliest, Instant.now());
    }

    @Test
    void a_service_with_an_https_url_sends_strict_transport_security_with_malformed_requests_too(Service service) {
        var port = service.startGateway("http", new JsonObject().put("public-url", "https://registrar.example.edu"));
        for (var version : List.of("1.1", "3.0")) {
            assertThat(RawConnection.exchange(
                            port, "GET /v1/ HTTP/%s\r\nHost: a\r\nConnection: close\r\n\r\n".formatted(version)))
                    .containsIgnoringCase("\r\nstrict-transport-security: max-age=31536000\r\n");
        }
    }

    @Proves("RFC 9110, 15.5.6")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1",
                "/v1/openapi",
                "/v1/openapi/page.css",
                "/v1/openapi/login.json",
                "/v1/openapi/ui/swagger-ui.css",
                "/v1/openapi.yaml",
                "/oauth2-redirect.html"
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

    @Proves("RFC 9110, 15.5.6")
    @ParameterizedTest
    @ValueSource(strings = {"PUT", "TRACE", "BREW"})
    void the_sessions_url_allows_only_delete_get_options_and_post(String method, Service service) {
        service.anonymous()
                .send(method, "/v1/sessions", Optional.empty())
                .expectStatus(405)
                .expectHeader("Allow", "DELETE, GET, HEAD, OPTIONS, POST")
                .expectError("method_not_allowed");
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
