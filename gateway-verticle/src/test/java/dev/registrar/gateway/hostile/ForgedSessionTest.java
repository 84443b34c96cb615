package dev.registrar.gateway.hostile;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.SESSIONS;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.cookie;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.http.Client;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on browser sessions: by pages of other sites, and by cookies that a neighboring site has planted. */
@ExtendWith(ServiceExtension.class)
class ForgedSessionTest {

    private static Client withCookies(Service service, String cookies) {
        return service.anonymous().withHeader("Cookie", cookies);
    }

    /** Otherwise, whoever planted the cookie would know the session of the person who logs in. */
    @Test
    void logging_in_with_the_cookie_of_a_session_opens_another_session(Service service) {
        var planted = open(service.reader());
        var opened = open(browser(service.anonymous(), planted).withCredentials("admin", "admin"));
        assertThat(cookie(opened, "registrar_session")).isNotEqualTo(cookie(planted, "registrar_session"));
        assertThat(cookie(opened, "registrar_csrf")).isNotEqualTo(cookie(planted, "registrar_csrf"));
        browser(service.anonymous(), planted).get(SESSIONS).expect("/meta/caller", "reader");
    }

    /** The service knows the token of each session; it does not just compare the header with the cookie. */
    @Test
    void a_csrf_token_in_a_planted_cookie_proves_nothing(Service service) {
        var session = cookie(open(service.admin()), "registrar_session");
        var planted = cookie(open(service.admin()), "registrar_csrf");
        withCookies(service, "registrar_session=%s; registrar_csrf=%s".formatted(session, planted))
                .withHeader("X-CSRF-Token", planted)
                .post("/v1/courses/", course(unique("PLANTED"), "Logic"))
                .expectStatus(403)
                .expectError("csrf_token_wrong", "header", "X-CSRF-Token");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "DELETE"})
    void a_planted_session_cookie_beside_the_real_one_is_rejected(String method, Service service) {
        var session = cookie(open(service.admin()), "registrar_session");
        var planted = cookie(open(service.reader()), "registrar_session");
        withCookies(service, "registrar_session=%s; registrar_session=%s".formatted(planted, session))
                .send(method, SESSIONS, Optional.empty())
                .expectStatus(400)
                .expectError("repeated_header", "header", "Cookie");
    }

    /** A simple request needs no permission of the service, and browsers may add cookies to it. */
    @ParameterizedTest
    @ValueSource(strings = {"null", "https://evil.example", "https://evil.registrar.example.edu"})
    void a_page_of_another_site_can_neither_change_nor_end_nor_open_a_session(String origin, Service service) {
        var opened = open(service.admin());
        var page = browser(service.anonymous(), opened).withHeader("Origin", origin);
        page.withHeader("Content-Type", "text/plain")
                .post("/v1/courses/", course(unique("FORGED"), "Logic"))
                .expectStatus(403)
                .expectError("csrf_token_missing");
        page.delete(SESSIONS).expectStatus(403);
        var login = page.send("POST", SESSIONS, Optional.empty()).expectStatus(401);
        assertThat(login.headers("Set-Cookie")).isEmpty();
        browser(service.anonymous(), opened).get(SESSIONS).expectStatus(200);
    }
}
