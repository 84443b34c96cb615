package dev.registrar.gateway.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.Client;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The entry point {@code /v1/}, the first address that the development service prints. */
@ExtendWith(ServiceExtension.class)
class EntryPointTest {
    private static final String URL = "/v1/";
    private static final String ALLOW = "GET, HEAD, OPTIONS";

    @Proves("Specification, What the service does")
    @ParameterizedTest
    @ValueSource(strings = {"/v1", "/v1/"})
    void anyone_can_read_the_links_to_the_collections_and_the_documentation_and_follow_them(
            String url, Service service) {
        var entryPoint = service.anonymous().get(url).expectStatus(200).expectHeader("Content-Type", Client.JSON_API);
        assertThat(entryPoint.at("/links").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "self",
                        "courses",
                        "course_terms",
                        "registrations",
                        "audit_events",
                        "events",
                        "documentation",
                        "contract",
                        "event_bus_contract");
        entryPoint.expect("/links/courses", service.url() + "/v1/courses/");
        entryPoint
                .at("/links")
                .forEach(link -> service.admin().get(link.asText()).expectStatus(200));
    }

    /** What Firefox sends, and the least that a browser could. */
    @ParameterizedTest
    @ValueSource(strings = {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "TEXT/HTML"})
    void a_browser_that_opens_the_root_is_led_to_the_documentation(String accept, Service service) {
        var browser = service.anonymous().withHeader("Accept", accept);
        for (var response : List.of(browser.get("/"), browser.head("/"))) {
            response.expectStatus(303).expectHeader("Location", service.url() + "/v1/openapi");
            assertThat(response.header("Vary")).contains("Accept");
        }
        service.gateway("http", new JsonObject().put("public-url", "https://example.edu/registrar"))
                .withHeader("Accept", accept)
                .get("/")
                .expectHeader("Location", "https://example.edu/registrar/v1/openapi");
        browser.get("/nothing").expectStatus(404).expectError("not_found");
        browser.post("/", "{}").expectStatus(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "application/vnd.api+json", "text/html;q=0", ""})
    void a_program_that_reads_the_root_learns_that_there_is_nothing(String accept, Service service) {
        service.anonymous()
                .withHeader("Accept", accept)
                .get("/")
                .expectStatus(404)
                .expectError("not_found");
    }

    @Test
    void the_links_begin_with_the_public_url(Service service) {
        service.gateway("http", new JsonObject().put("public-url", "https://registrar.example.edu"))
                .get(URL)
                .expect("/links/self", "https://registrar.example.edu/v1/")
                .expect("/links/contract", "https://registrar.example.edu/v1/openapi.json");
    }

    @Test
    void a_client_that_already_has_the_document_gets_304(Service service) {
        var tag = service.anonymous().get(URL).header("ETag");
        service.anonymous()
                .withHeader("If-None-Match", tag)
                .get(URL)
                .expectStatus(304)
                .expectHeader("ETag", tag);
        service.anonymous().withHeader("If-None-Match", "\"other\"").get(URL).expectStatus(200);
    }

    @Test
    void head_and_options_are_supported_and_other_methods_are_405(Service service) {
        var get = service.anonymous().get(URL);
        var head = service.anonymous().head(URL).expectStatus(200).expectHeader("Allow", ALLOW);
        assertThat(head.body()).isEmpty();
        for (var header : List.of("Content-Type", "Content-Length", "ETag")) {
            assertThat(head.header(header)).as(header).isEqualTo(get.header(header));
        }
        service.anonymous().options(URL).expectStatus(200).expectHeader("Allow", ALLOW);
        for (var method : List.of("POST", "PUT", "PATCH", "DELETE", "BREW")) {
            service.anonymous()
                    .send(method, URL, Optional.empty())
                    .expectStatus(405)
                    .expectHeader("Allow", ALLOW)
                    .expectError("method_not_allowed");
        }
    }

    @Test
    void the_media_type_is_negotiated_and_query_parameters_are_rejected(Service service) {
        service.anonymous()
                .withHeader("Accept", "application/json")
                .get(URL)
                .expectStatus(200)
                .expectHeader("Content-Type", "application/json");
        service.anonymous()
                .withHeader("Accept", "text/html")
                .get(URL)
                .expectStatus(406)
                .expectError("not_acceptable", "header", "Accept");
        service.anonymous()
                .get(URL + "?page[size]=1")
                .expectStatus(400)
                .expectError("unknown_parameter", "parameter", "page[size]");
    }
}
