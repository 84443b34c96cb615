package dev.registrar.gateway.http;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Media types (JSON:API 1.0 and 1.1, "Content Negotiation"; RFC 9110, 12.5.1). */
@ExtendWith(ServiceExtension.class)
class ContentNegotiationTest {

    @Proves({
        "JSON:API 1.0, Content Negotiation",
        "JSON:API 1.1, Content Negotiation",
        "Specification, What the service does"
    })
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            application/vnd.api+json | application/vnd.api+json
            APPLICATION/vnd.api+JSON | application/vnd.api+json
            text/html, application/vnd.api+json;q=0.1 | application/vnd.api+json
            application/vnd.api+json;ext="https://example.org/a", application/vnd.api+json | application/vnd.api+json
            application/vnd.api+json;profile="https://example.org/a,b;c https://example.org/d" | application/vnd.api+json
            application/json, text/plain, */* | application/vnd.api+json
            application/json;q=0.5, application/vnd.api+json;q=0.5 | application/vnd.api+json
            `, ,application/vnd.api+json` | application/vnd.api+json
            text/html;p="x,;= \\"\\\\" ; q=1,\tapplication/VND.api+json ; q=0.5 | application/vnd.api+json
            application/vnd.api+json;q=nonsense | application/vnd.api+json
            application/json | application/json
            application/json, application/vnd.api+json;q=0.9 | application/json
            application/vnd.api+json;q=0, */* | application/json
            application/*;q=0.3, application/json;charset=utf-8 | application/json
            """)
    void the_media_type_is_the_preferred_one_and_json_api_if_there_is_no_preference(
            String accept, String mediaType, Service service) {
        service.reader()
                .withHeader("Accept", accept)
                .get("/v1/courses/")
                .expectStatus(200)
                .expectHeader("Content-Type", mediaType);
    }

    @Proves({"JSON:API 1.0, Content Negotiation", "JSON:API 1.1, Content Negotiation", "JSON:API 1.1, Error Objects"})
    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/html",
                "application/vnd.api+json;q=0",
                "application/vnd.api+json;foo=bar, */*",
                "application/vnd.api+json; charset=utf-8",
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"",
                "application/vnd.api+json;ext=\"https://example.org/a\";profile=\"https://example.org/b\"",
                "nonsense",
                "application/vnd.api+json;profile=\"https://example.org/a",
                "application/vnd.api+json;profile=\"https://example.org/a\\",
                "\"\";;=,"
            })
    void an_accept_header_that_allows_neither_media_type_is_406(String accept, Service service) {
        service.reader()
                .withHeader("Accept", accept)
                .get("/v1/courses/")
                .expectStatus(406)
                .expectHeader("Content-Type", "application/vnd.api+json")
                .expectError("not_acceptable", "header", "Accept");
    }

    @Proves("JSON:API 1.1, Content Negotiation")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Application/Vnd.Api+Json",
                "application/vnd.api+json;profile=\"https://example.org/a\"",
                "application/json; charset=utf-8"
            })
    void a_supported_content_type_is_read(String contentType, Service service) {
        service.admin()
                .withHeader("Content-Type", contentType)
                .withHeader("Content-Encoding", "Identity")
                .post("/v1/courses/", course(unique("READ"), "Logic"))
                .expectStatus(201);
    }

    @Proves({"JSON:API 1.0, Content Negotiation", "JSON:API 1.1, Content Negotiation"})
    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/vnd.api+json;charset=utf-8",
                "application/json; charset=utf-16",
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"",
                "application/vnd.api+json, text/plain",
                "nonsense"
            })
    void an_unsupported_content_type_is_415(String contentType, Service service) {
        var rejected = service.admin()
                .withHeader("Content-Type", contentType)
                .post("/v1/courses/", course(unique("TYPE"), "Logic"))
                .expectStatus(415)
                .expectError("unsupported_media_type", "header", "Content-Type");
        assertThat(rejected.text("/errors/0/detail")).contains("application/vnd.api+json", "application/json");
    }

    @Proves("RFC 9110, 12.5.3 and 15.5.16")
    @ParameterizedTest
    @ValueSource(strings = {"gzip", "identity, gzip", "nonsense"})
    void a_body_with_a_content_coding_is_415(String coding, Service service) {
        service.admin()
                .withHeader("Content-Encoding", coding)
                .post("/v1/courses/", course(unique("CODED"), "Logic"))
                .expectStatus(415)
                .expectHeader("Accept-Encoding", "identity")
                .expectError("unsupported_media_type", "header", "Content-Encoding");
    }

    @Proves({"JSON:API 1.1, Profiles", "Cursor pagination profile, page[after], page[before]"})
    @Test
    void a_client_that_accepts_the_cursor_profile_gets_cursor_links_and_the_profile_in_the_content_type(
            Service service) {
        service.newCourse();
        service.newCourse();
        var accept =
                "application/vnd.api+json;profile=\"https://jsonapi.org/profiles/ethanresnick/cursor-pagination/\"";
        var page = service.reader().withHeader("Accept", accept).get("/v1/courses/?page[size]=1");
        page.expectHeader("Content-Type", accept).expectAbsent("/meta");
        assertThat(page.text("/links/next")).contains("page%5Bafter%5D=");
        // Another profile is ignored.
        service.reader()
                .withHeader("Accept", "application/vnd.api+json;profile=\"https://example.org/other\"")
                .get("/v1/courses/?page[size]=1")
                .expectHeader("Content-Type", "application/vnd.api+json")
                .expect("/meta/pagination/page", "1");
    }
}
