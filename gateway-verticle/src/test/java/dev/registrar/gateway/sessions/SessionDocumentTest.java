package dev.registrar.gateway.sessions;

import static dev.registrar.testing.authentication.Sessions.SESSIONS;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.cookie;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.Client;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a page learns about its session: when it opens the session, and again whenever it is loaded. */
@ExtendWith(ServiceExtension.class)
class SessionDocumentTest {
    private static final String NO_DIALOG = "xBasic realm=\"registrar\", charset=\"UTF-8\"";

    @Test
    void opening_a_session_returns_the_caller_the_scopes_the_end_and_the_csrf_token(Service service) {
        var gateway = service.gateway("authentication", new JsonObject().put("session-lifetime", "40 min"));
        var before = Instant.now();
        var opened = open(gateway.withCredentials("reader", "reader"));
        opened.expectHeader("Content-Type", Client.JSON_API)
                .expectHeader("Cache-Control", "no-store")
                .expect("/meta/caller", "reader")
                .expect("/meta/scopes/0", "read")
                .expect("/meta/csrf_token", cookie(opened, "registrar_csrf"))
                .expectAbsent("/meta/scopes/1")
                .expectAbsent("/meta/uni")
                .expectAbsent("/data");
        assertThat(Instant.parse(opened.text("/meta/ends_at")))
                .isBetween(before.plusSeconds(40 * 60 - 1), Instant.now().plusSeconds(40 * 60));
        assertThat(opened.body()).doesNotContain(cookie(opened, "registrar_session"));
    }

    @Proves("Specification, Authentication")
    @Test
    void a_get_tells_who_is_logged_in_and_again_the_csrf_token(Service service) {
        var opened = open(service.admin());
        var page = browser(service.anonymous(), opened);
        var read = page.get(SESSIONS)
                .expectStatus(200)
                .expectHeader("Cache-Control", "no-store")
                .expect("/links/self", service.url() + SESSIONS);
        assertThat(read.at("/meta")).isEqualTo(opened.at("/meta"));
        assertThat(read.headers("Set-Cookie")).isEmpty();
        assertThat(page.head(SESSIONS).expectStatus(200).body()).isEmpty();
        page.withHeader("Accept", "application/json")
                .get(SESSIONS)
                .expectStatus(200)
                .expectHeader("Content-Type", "application/json");
        page.withHeader("Accept", "text/html").get(SESSIONS).expectStatus(406);
        page.get(SESSIONS + "?who=me").expectStatus(400).expectError("unknown_parameter", "parameter", "who");
    }

    @Test
    void a_get_without_a_session_is_401_whatever_credentials_it_has(Service service) {
        for (var client : new Client[] {service.anonymous(), service.admin()}) {
            client.get(SESSIONS)
                    .expectStatus(401)
                    .expectHeader("WWW-Authenticate", NO_DIALOG)
                    .expectError("unauthenticated", "header", "Cookie")
                    .expect("/errors/0/detail", "Nobody is logged in: there is no session.");
        }
    }

    /** The browser would ask for a password although the user logs in on a page. */
    @ParameterizedTest
    @CsvSource({
        "GET, /v1/courses/, Your session has ended; log in again.",
        "GET, /v1/sessions/, Your session has ended; log in again.",
        "DELETE, /v1/sessions/, There is no open session to end."
    })
    void the_error_for_an_ended_session_says_so_and_does_not_make_the_browser_open_a_password_dialog(
            String method, String url, String detail, Service service) {
        var opened = open(service.reader());
        script(service.anonymous(), opened).delete(SESSIONS).expectStatus(204);
        for (var mode : new String[] {"navigate", "cors"}) {
            script(service.anonymous(), opened)
                    .withHeader("Sec-Fetch-Mode", mode)
                    .send(method, url, Optional.empty())
                    .expectStatus(401)
                    .expect("/errors/0/detail", detail)
                    .expectHeader("WWW-Authenticate", NO_DIALOG);
        }
    }
}
