package dev.registrar.gateway.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.contract.pages.MarkdownPage;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.testing.http.Response;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pages to read, as the service serves them. */
@ExtendWith(ServiceExtension.class)
class PagesTest {
    private static final Pattern LINK = Pattern.compile("<a href=\"([^\"]+)\"");

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
        assertThat(served.body()).doesNotContain("src=\"http", "127.0.0.1:8080/v1/openapi\"");
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

    @ParameterizedTest
    @EnumSource
    void no_text_of_a_page_is_a_link_that_leads_nowhere(MarkdownPage page, Service service) {
        assertThat(read(service, page.path()).body()).doesNotContain("<a>");
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
}
