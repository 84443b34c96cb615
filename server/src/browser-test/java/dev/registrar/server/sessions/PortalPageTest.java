package dev.registrar.server.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.registrar.server.documentation.Chromium;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.http.Client;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A university's portal in a real browser: its pages use a session if they are of the service's own origin. */
@ExtendWith(ServiceExtension.class)
class PortalPageTest {
    private static final Chromium CHROMIUM = new Chromium();

    /** Sends a request and returns its status, or the error if the browser does not let the page do that. */
    private static final String SEND = """
            async ([method, url, headers, credentials]) => {
              try {
                const response = await fetch(url, {method, headers, credentials,
                  body: method === 'POST' && !url.endsWith('/sessions/') ? JSON.stringify({data: {type: 'courses',
                    attributes: {course_identifier: 'PORTAL' + Math.random(), course_name: 'Logic'}}}) : undefined});
                return response.status + ' ' + (response.headers.get('WWW-Authenticate') ?? '');
              } catch (error) {
                return error.name;
              }
            }""";

    private static final String TOKEN_IN_COOKIE = "document.cookie.match(/(?:^|; )registrar_csrf=([0-9a-f]+)/)?.[1]";
    private static final Map<String, String> ADMIN = Map.of("Authorization", "Basic YWRtaW46YWRtaW4=");

    private Page page;

    @BeforeEach
    void a_browser() {
        page = CHROMIUM.newPage();
    }

    @AfterEach
    void close_the_page() {
        page.context().close();
    }

    @AfterAll
    static void close_the_browser() {
        CHROMIUM.close();
    }

    /** Opens a page of this origin; any page will do, because the browser treats all of them alike. */
    private void openPageOf(String origin) {
        page.navigate(origin + "/v1/");
    }

    private static String otherName(String url) {
        return url.replace("127.0.0.1", Chromium.OTHER_NAME);
    }

    private static String gateway(Service service, String allowedOrigin) {
        return "http://127.0.0.1:" + service.startGateway("http", new JsonObject().put("cors-origins", allowedOrigin));
    }

    private String send(String method, String url, Map<String, String> headers, String credentials) {
        return ((String) page.evaluate(SEND, List.of(method, url, headers, credentials))).strip();
    }

    private String send(String method, String url, Map<String, String> headers) {
        return send(method, url, headers, "same-origin");
    }

    private static Map<String, String> change(Object csrfToken) {
        return Map.of("Content-Type", Client.JSON_API, "X-CSRF-Token", csrfToken.toString());
    }

    @Test
    void a_page_at_any_path_of_the_service_logs_in_changes_something_and_logs_out(Service service) {
        Chromium.openEmpty(page, service.url() + "/portal/my-courses.html");
        assertThat(send("GET", "/v1/sessions/", Map.of())).startsWith("401 xBasic");
        assertThat(send("POST", "/v1/sessions/", ADMIN)).isEqualTo("200");
        var token = page.evaluate(TOKEN_IN_COOKIE);
        assertThat(send("POST", "/v1/courses/", change(token))).isEqualTo("201");
        page.reload();
        assertThat(page.evaluate("fetch('/v1/sessions/').then(r => r.json()).then(d => d.meta.csrf_token)"))
                .isEqualTo(token);
        assertThat(page.evaluate("document.cookie")).asString().doesNotContain("registrar_session");
        assertThat(send("DELETE", "/v1/sessions/", change(token))).isEqualTo("204");
        assertThat(page.evaluate(TOKEN_IN_COOKIE)).isNull();
        assertThat(send("GET", "/v1/courses/", Map.of())).startsWith("401 xBasic");
    }

    /** Without TLS, browsers send {@code Sec-Fetch} headers only to this machine: the cookie tells. */
    @Test
    void a_page_whose_session_has_ended_gets_401_and_no_password_dialog(Service service) {
        openPageOf(otherName(service.url()));
        assertThat(send("POST", "/v1/sessions/", ADMIN)).isEqualTo("200");
        Client.of(service.url())
                .withHeader("Cookie", "registrar_session=" + sessionCookie())
                .withHeader("X-CSRF-Token", page.evaluate(TOKEN_IN_COOKIE).toString())
                .send("DELETE", "/v1/sessions/", Optional.empty())
                .expectStatus(204);
        assertThat(send("GET", "/v1/courses/", Map.of())).startsWith("401 xBasic");
    }

    private String sessionCookie() {
        return page.context().cookies().stream()
                .filter(cookie -> cookie.name.equals("registrar_session"))
                .findFirst()
                .orElseThrow()
                .value;
    }

    @Test
    void a_page_of_a_configured_origin_sends_its_own_credentials_and_cannot_use_a_session(Service service) {
        var portal = otherName(service.url());
        var gateway = gateway(service, portal);
        openPageOf(portal);
        assertThat(send("GET", gateway + "/v1/courses/", ADMIN, "omit")).isEqualTo("200");
        assertThat(send("GET", gateway + "/v1/courses/", Map.of(), "omit")).startsWith("401 xBasic");
        assertThat(send("GET", gateway + "/v1/courses/", ADMIN, "include")).isEqualTo("TypeError");
        assertThat(send("POST", gateway + "/v1/sessions/", ADMIN, "include")).isEqualTo("TypeError");
        assertThat(page.context().cookies(gateway)).isEmpty();
    }

    @Test
    void a_page_of_another_origin_can_neither_read_nor_change_anything(Service service) {
        openPageOf(otherName(service.url()));
        for (var url : List.of(service.url(), gateway(service, "https://portal.example.edu"))) {
            assertThat(send("GET", url + "/v1/courses/", ADMIN, "omit")).isEqualTo("TypeError");
            assertThat(send("POST", url + "/v1/courses/", ADMIN, "omit")).isEqualTo("TypeError");
            assertThat(send("GET", url + "/v1/sessions/", Map.of(), "include")).isEqualTo("TypeError");
        }
    }
}
