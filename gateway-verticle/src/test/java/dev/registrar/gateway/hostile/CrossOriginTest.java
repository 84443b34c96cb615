package dev.registrar.gateway.hostile;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.SESSIONS;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.RawConnection;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of pages of other origins (the CORS protocol of the Fetch standard). */
@ExtendWith(ServiceExtension.class)
class CrossOriginTest {
    private static final String PORTAL = "https://portal.example.edu";
    private static final String ALLOWED = "Access-Control-Allow-Origin";

    private static String url;

    @BeforeAll
    static void a_gateway_that_pages_of_two_origins_may_call(Service service) {
        var settings = new JsonObject().put("cors-origins", "http://localhost:3000, " + PORTAL);
        url = "http://127.0.0.1:" + service.startGateway("http", settings.put("max-body-size", 500));
    }

    private static Client portal() {
        return Client.of(url).withHeader("Origin", PORTAL);
    }

    private static Client asReader(Client page) {
        return page.withCredentials("reader", "reader");
    }

    private static Response preflight(Client page, String method, String headers) {
        return page.withHeader("Access-Control-Request-Method", method)
                .withHeader("Access-Control-Request-Headers", headers)
                .options("/v1/courses/");
    }

    private static Set<String> names(Response response, String header) {
        return Stream.of(response.header(header).split(",", -1))
                .map(name -> name.trim().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    @Test
    void without_configured_origins_no_other_origin_may_call_the_service(Service service) {
        var page = service.reader().withHeader("Origin", PORTAL);
        assertThat(page.get("/v1/courses/").hasHeader(ALLOWED)).isFalse();
        assertThat(preflight(page, "POST", "content-type").expectStatus(200).hasHeader(ALLOWED))
                .isFalse();
    }

    @Proves("Fetch, CORS protocol")
    @Test
    void a_page_of_a_configured_origin_may_send_every_method_and_header_of_the_contract() {
        var allowed = preflight(portal(), "PATCH", "authorization,content-type,if-match")
                .expectStatus(204)
                .expectHeader(ALLOWED, PORTAL)
                .expectHeader("Access-Control-Max-Age", "7200");
        assertThat(names(allowed, "Access-Control-Allow-Methods"))
                .contains("get", "head", "post", "patch", "put", "delete");
        assertThat(names(allowed, "Access-Control-Allow-Headers"))
                .containsExactlyInAnyOrder(("accept authorization content-type idempotency-key if-match if-none-match"
                                + " last-event-id prefer x-request-id x-requested-with")
                        .split(" ", -1));
        asReader(Client.of(url).withHeader("Origin", "http://localhost:3000"))
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200)
                .expectHeader(ALLOWED, "http://localhost:3000");
    }

    @Test
    void a_page_may_read_every_header_that_tells_it_what_to_do_next() {
        var response = asReader(portal()).get("/v1/courses/?page[size]=1").expectStatus(200);
        assertThat(names(response, "Access-Control-Expose-Headers"))
                .contains(("allow content-location etag link location preference-applied retry-after www-authenticate"
                                + " x-request-id")
                        .split(" ", -1));
    }

    @Proves("Fetch, CORS protocol")
    @ParameterizedTest
    @CsvSource({
        "401, GET, /v1/courses/, wrong",
        "400, GET, /v1/courses/?shoe=1, reader",
        "404, GET, /v1/people/, reader",
        "400, GET, /v1/%FF/, reader"
    })
    void a_page_of_a_configured_origin_may_read_errors(int status, String method, String path, String password) {
        portal().withCredentials("reader", password)
                .send(method, path, Optional.empty())
                .expectStatus(status)
                .expectHeader(ALLOWED, PORTAL);
    }

    @Test
    void a_page_of_a_configured_origin_may_read_that_its_body_is_rejected() {
        var page = portal().withCredentials("admin", "admin");
        page.post("/v1/courses/", "x".repeat(501)).expectStatus(413).expectHeader(ALLOWED, PORTAL);
        page.withHeader("Content-Type", "text/plain")
                .post("/v1/courses/", "{}")
                .expectStatus(415)
                .expectHeader(ALLOWED, PORTAL);
    }

    @Proves("Fetch, CORS protocol")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET /v1/courses/ HTTP/1.1     | Transfer-Encoding: gzip, chunked   | 400
            GET /v1/courses/ HTTP/1.1     | Authorization: a~Authorization: b  | 400
            GET /v1/courses/ HTTP/3.0     | Accept: */*                        | 505
            OPTIONS * HTTP/1.1            | Accept: */*                        | 200
            """)
    void a_page_may_read_the_response_to_a_request_that_cannot_be_routed(
            String requestLine, String headers, int status) {
        var response = RawConnection.exchange(
                URI.create(url).getPort(),
                "%s\r\nHost: a\r\nOrigin: %s\r\n%s\r\nConnection: close\r\n\r\n"
                        .formatted(requestLine, PORTAL, headers.replace("~", "\r\n")));
        assertThat(response)
                .startsWith("HTTP/1.1 " + status)
                .containsIgnoringCase("\r\naccess-control-allow-origin: " + PORTAL + "\r\n")
                .containsIgnoringCase("origin\r\n");
    }

    @Proves("Fetch, CORS protocol")
    @Test
    void every_response_varies_by_origin_also_without_one() {
        for (var page :
                List.of(Client.of(url), portal(), Client.of(url).withHeader("Origin", "https://other.example"))) {
            for (var response : List.of(
                    asReader(page).get("/v1/courses/?page[size]=1"),
                    page.get("/v1/courses/"),
                    page.get("/nothing"),
                    page.options("/v1/courses/"))) {
                assertThat(String.join(",", response.headers("Vary")).toLowerCase(Locale.ROOT))
                        .contains("accept", "authorization", "cookie")
                        .containsOnlyOnce("origin");
            }
        }
    }

    @Proves("Fetch, CORS protocol")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "https://evil.example",
                "https://portal.example.edu.evil.example",
                "http://portal.example.edu",
                "https://portal.example.edu:8443",
                "https://portal.example.edu, https://evil.example",
                "*"
            })
    void any_other_origin_gets_no_cors_headers(String origin) {
        var page = Client.of(url).withHeader("Origin", origin);
        for (var response :
                List.of(asReader(page).get("/v1/courses/?page[size]=1"), preflight(page, "GET", "authorization"))) {
            assertThat(response.hasHeader(ALLOWED)).isFalse();
            assertThat(response.hasHeader("Access-Control-Allow-Methods")).isFalse();
        }
    }

    /** A browser shows no response to a request with cookies to a page, and sends no change that needs a preflight. */
    @Proves("Fetch, CORS protocol")
    @Test
    void no_page_of_another_origin_may_use_a_session() {
        var opened = open(asReader(portal()));
        for (var response : List.of(
                opened,
                browser(portal(), opened).get(SESSIONS),
                preflight(portal(), "POST", "x-csrf-token"),
                browser(portal(), opened).get("/v1/courses/?page[size]=1"))) {
            assertThat(response.hasHeader("Access-Control-Allow-Credentials")).isFalse();
        }
        assertThat(names(preflight(portal(), "POST", "x-csrf-token"), "Access-Control-Allow-Headers"))
                .doesNotContain("x-csrf-token", "cookie");
    }

    /** With a password that the browser remembers from its own dialog; sessions need the CSRF token. */
    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "multipart/form-data"})
    void a_form_of_another_site_changes_nothing(String contentType, Service service) {
        var identifier = unique("FORGED");
        service.admin()
                .withHeader("Origin", "https://evil.example")
                .withHeader("Content-Type", contentType)
                .post("/v1/courses/", course(identifier, "Forged"))
                .expectStatus(415);
        service.reader()
                .get("/v1/courses/?filter[course_identifier]=" + identifier)
                .expect("/meta/pagination/count", "0");
    }

    /** The Content-Type of a body without a type, which browsers send without a preflight, is absent. */
    @Test
    void a_body_without_a_media_type_changes_nothing_even_with_a_password(Service service) {
        var response = RawConnection.sendLines(service, """
                POST /v1/courses/ HTTP/1.1
                Host: localhost
                Origin: https://evil.example
                Connection: close
                Authorization: Basic YWRtaW46YWRtaW4=
                Content-Length: 2

                {}""");
        assertThat(response).startsWith("HTTP/1.1 415 ");
    }
}
