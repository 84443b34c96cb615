package dev.registrar.gateway.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.contract.pages.MarkdownPage;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages to read, and the entry point {@code /v1/}, the first address that the development service prints. */
@ExtendWith(ServiceExtension.class)
class PagesTest {
    private static final Pattern LINK = Pattern.compile("<a href=\"([^\"]+)\"");

    private static final String URL = "/v1/";

    private static Response read(Service service, String path) {
        return service.anonymous().get(path).expectStatus(200);
    }

    private static Stream<URI> linksOf(Response page, String path) {
        return LINK.matcher(page.body())
                .results()
                .map(link -> URI.create(path).resolve(link.group(1)))
                .distinct();
    }

    @ParameterizedTest
    @EnumSource
    void anyone_can_read_a_page_and_nothing_on_it_comes_from_another_origin(MarkdownPage page, Service service) {
        var served = read(service, page.path());
        served.expectHeader("Content-Type", "text/html; charset=utf-8");
        assertThat(served.body()).contains("<title>" + page.title(), "<h1");
        assertThat(served.body()).doesNotContain("src=\"http", "127.0.0.1:8080/v1/openapi\"", "<a>");
        assertThat(served.header("Content-Security-Policy")).contains("default-src 'none'");
        read(service, "/v1/openapi/pages.css").expectHeader("Content-Type", "text/css; charset=utf-8");
    }

    @ParameterizedTest
    @EnumSource
    void every_link_of_a_page_to_this_service_leads_somewhere(MarkdownPage page, Service service) {
        var links = linksOf(read(service, page.path()), page.path())
                .filter(link -> !link.isAbsolute())
                .toList();
        assertThat(links).hasSizeGreaterThan(MarkdownPage.values().length);
        for (var link : links) {
            var target = read(service, link.getPath());
            if (link.getFragment() != null) {
                assertThat(target.body()).as(link.toString()).contains("id=\"%s\"".formatted(link.getFragment()));
            }
        }
    }

    @Test
    void a_page_says_where_the_sources_have_a_file_that_the_service_does_not_serve(Service service) {
        assertThat(read(service, MarkdownPage.ARCHITECTURE.path()).body())
                .contains("the enrollment process (registration-verticle/README.md in the sources)");
    }

    @Test
    void a_link_can_lead_to_each_error_code(Service service) {
        var errors = read(service, MarkdownPage.ERRORS.path()).body();
        assertThat(ErrorCode.values())
                .allSatisfy(code -> assertThat(errors).contains("<tr id=\"%s\">".formatted(code.code())));
    }

    /** Also the pages of operators: whoever is called at night has those of the running version. */
    @Test
    void every_page_is_served_except_those_about_the_sources(Service service) throws IOException {
        try (var files = Files.list(Path.of("../docs"))) {
            var names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".md"))
                    .filter(name -> !name.matches("(benchmark|extending|testing)\\.md"))
                    .map(name -> name.replace(".md", ""))
                    .toList();
            assertThat(names).hasSizeGreaterThan(15).contains("runbook", "logs-and-traces");
            names.forEach(name -> service.anonymous().get("/v1/openapi/" + name).expectStatus(200));
        }
    }

    @Test
    void every_link_of_the_interactive_page_leads_somewhere(Service service) {
        var links = linksOf(read(service, "/v1/openapi"), "/v1/openapi")
                .filter(link -> link.getFragment() == null)
                .toList();
        assertThat(links)
                .hasSizeGreaterThan(5)
                .allSatisfy(link -> service.anonymous().get(link.getPath()).expectStatus(200));
    }

    @Proves("Specification, What the service does")
    @ParameterizedTest
    @ValueSource(strings = {"/v1", "/v1/"})
    void anyone_can_read_the_links_to_the_collections_and_the_documentation_and_follow_them(
            String url, Service service) {
        var entryPoint = service.anonymous().get(url).expectStatus(200).expectHeader("Content-Type", Client.JSON_API);
        assertThat(entryPoint.at("/links").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        ("self courses course_terms registrations enrollment_limits enrollment_permits audit_events"
                                        + " imports import_errors events documentation contract event_bus_contract")
                                .split(" ", -1));
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
        browser.get("/nothing").expectStatus(404).expectError("not_found");
        browser.post("/", "{}").expectStatus(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "text/html;q=0", ""})
    void a_program_that_reads_the_root_learns_that_there_is_nothing(String accept, Service service) {
        service.anonymous()
                .withHeader("Accept", accept)
                .get("/")
                .expectStatus(404)
                .expectError("not_found");
    }

    @Test
    void the_links_begin_with_the_public_url(Service service) {
        var gateway = service.gateway("http", new JsonObject().put("public-url", "https://example.edu/registrar"));
        gateway.get(URL)
                .expect("/links/self", "https://example.edu/registrar/v1/")
                .expect("/links/contract", "https://example.edu/registrar/v1/openapi.json");
        gateway.withHeader("Accept", "text/html")
                .get("/")
                .expectHeader("Location", "https://example.edu/registrar/v1/openapi");
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
