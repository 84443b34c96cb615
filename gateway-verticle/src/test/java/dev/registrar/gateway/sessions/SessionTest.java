package dev.registrar.gateway.sessions;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.SESSIONS;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.cookie;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.Proves;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of browsers: a cookie in place of credentials, and a CSRF token for changes. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class SessionTest {
    @Proves("Specification, Authentication")
    @Test
    void a_session_is_accepted_in_place_of_the_credentials_that_opened_it(Service service) {
        var opened = open(service.admin());
        browser(service.anonymous(), opened).get("/v1/courses/?page[size]=1").expectStatus(200);
        script(service.anonymous(), opened)
                .post("/v1/courses/", course(unique("SESSION"), "Logic"))
                .expectStatus(201)
                .expect("/data/attributes/last_mod_user_name", "admin");
    }

    @Test
    void the_session_cookie_is_hidden_from_scripts_and_from_cross_site_requests(Service service) {
        assertThat(open(service.reader()).headers("Set-Cookie"))
                .anySatisfy(cookie -> assertThat(cookie)
                        .startsWith("registrar_session=")
                        .contains("HTTPOnly", "SameSite=Lax", "Path=/v1/", "Max-Age=")
                        .doesNotContain("Secure"))
                .anySatisfy(cookie -> assertThat(cookie)
                        .startsWith("registrar_csrf=")
                        .contains("SameSite=Lax", "Path=/;")
                        .doesNotContain("HTTPOnly"));
    }

    /** A browser sends the session's cookie to URLs below its path, and no script of another path needs it. */
    @Test
    void behind_a_path_of_the_public_url_the_session_cookie_is_for_the_api_below_it(Service service) {
        var client = service.gateway("http", new JsonObject().put("public-url", "https://www.example.edu/registrar"));
        var opened = open(client.withCredentials("reader", "reader"));
        assertThat(opened.headers("Set-Cookie"))
                .anySatisfy(cookie ->
                        assertThat(cookie).startsWith("registrar_session=").contains("Path=/registrar/v1/;"))
                .anySatisfy(cookie ->
                        assertThat(cookie).startsWith("registrar_csrf=").contains("Path=/;"));
        opened.expect("/links/self", "https://www.example.edu/registrar/v1/sessions/");
    }

    @Test
    void the_cookies_of_a_session_opened_over_tls_are_marked_secure(Service service) {
        var proxied = service.gateway("http", new JsonObject().put("trusted-proxies", "127.0.0.1"))
                .withHeader("X-Forwarded-Proto", "https")
                .withHeader("X-Forwarded-Host", "registrar.example.edu")
                .withHeader("Forwarded", "proto=http;host=registrar.example.edu")
                .withCredentials("reader", "reader");
        assertThat(open(proxied).headers("Set-Cookie"))
                .allSatisfy(cookie -> assertThat(cookie).contains("Secure"));
    }

    @Test
    void a_change_by_a_session_without_its_csrf_token_or_with_another_one_is_rejected(Service service) {
        var opened = open(service.admin());
        var identifier = unique("CSRF");
        browser(service.anonymous(), opened)
                .post("/v1/courses/", course(identifier, "Logic"))
                .expectStatus(403)
                .expectError("csrf_token_missing", "header", "X-CSRF-Token");
        // Whoever has planted a cookie knows its token.
        var planted = cookie(open(service.admin()), "registrar_csrf");
        browser(service.anonymous(), opened)
                .withHeader(
                        "Cookie",
                        "registrar_session=%s; registrar_csrf=%s"
                                .formatted(cookie(opened, "registrar_session"), planted))
                .withHeader("X-CSRF-Token", planted)
                .post("/v1/courses/", course(identifier, "Logic"))
                .expectStatus(403)
                .expectError("csrf_token_wrong", "header", "X-CSRF-Token");
        browser(service.anonymous(), opened)
                .delete(SESSIONS)
                .expectStatus(403)
                .expectError("csrf_token_missing", "header", "X-CSRF-Token");
        service.reader()
                .get("/v1/courses/?filter[course_identifier]=" + identifier)
                .expect("/meta/pagination/count", "0");
    }

    @Proves("Idempotency-Key (IETF draft)")
    @Test
    void a_repeated_request_with_the_same_idempotency_key_gets_the_same_session_with_only_the_rights_of_the_caller(
            Service service) {
        var client = service.reader().withHeader("Idempotency-Key", unique("key"));
        Queue<String> sessions = new ConcurrentLinkedQueue<>();
        InParallel.forEach(List.of(1, 2, 3, 4), number -> sessions.add(cookie(open(client), "registrar_session")));
        assertThat(sessions).hasSize(4).containsOnly(cookie(open(client), "registrar_session"));
        script(service.anonymous(), open(client))
                .post("/v1/courses/", course(unique("RIGHTS"), "Logic"))
                .expectStatus(403)
                .expectError("forbidden");
        service.reader()
                .withHeader("Idempotency-Key", "two words")
                .send("POST", SESSIONS, Optional.empty())
                .expectStatus(400)
                .expectError("malformed_request", "header", "Idempotency-Key");
    }

    @Test
    void an_authorization_header_takes_precedence_over_a_session(Service service) {
        browser(service.anonymous(), open(service.admin()))
                .withCredentials("admin", "wrong")
                .get("/v1/courses/")
                .expectStatus(401);
    }

    private static Client gatewayWith(Service service, AuthorizationServer authorizationServer) {
        return service.gateway("authentication", authorizationServer.settings());
    }

    @Test
    void an_idempotency_key_used_with_other_rights_is_rejected_and_opens_no_session(Service service, Vertx vertx) {
        try (var authorizationServer = new AuthorizationServer(vertx)) {
            var client = gatewayWith(service, authorizationServer).withHeader("Idempotency-Key", unique("key"));
            var writer = authorizationServer.tokenWith("read create");
            var reader = authorizationServer.tokenWith("read");
            client.withToken(writer).send("POST", SESSIONS, Optional.empty()).expectStatus(200);
            client.withToken(reader)
                    .send("POST", SESSIONS, Optional.empty())
                    .expectStatus(422)
                    .expectError("idempotency_key_reused");
        }
    }

    @Test
    void a_session_does_not_outlive_the_access_token_that_opened_it(Service service, Vertx vertx) {
        try (var authorizationServer = new AuthorizationServer(vertx)) {
            var client = gatewayWith(service, authorizationServer);
            var claims =
                    authorizationServer.claims("read").put("exp", Instant.now().getEpochSecond() + 4);
            var browser = browser(client, open(client.withToken(authorizationServer.token(claims))));
            browser.get("/v1/courses/?page[size]=1").expectStatus(200);
            Await.until(
                    "the session has ended",
                    () -> browser.get("/v1/courses/?page[size]=1").status() == 401);
        }
    }

    private static String ended(Service service) {
        var opened = open(service.reader());
        script(service.anonymous(), opened).delete(SESSIONS).expectStatus(204);
        return "registrar_session=" + cookie(opened, "registrar_session");
    }

    private static List<String> removals(Response response) {
        return response.headers("Set-Cookie").stream().sorted().toList();
    }

    /** Otherwise a browser would send it until it expires, and never open its login dialog. */
    @Proves("RFC 9110, 15.5.2")
    @Test
    void a_401_for_a_dead_session_cookie_removes_the_cookies_as_ending_the_session_does(Service service) {
        var removed = removals(script(service.anonymous(), open(service.reader()))
                .delete(SESSIONS)
                .expectStatus(204));
        assertThat(removed).hasSize(2).allSatisfy(cookie -> assertThat(cookie).contains("=; Max-Age=0; Expires="));
        for (var dead : List.of(ended(service), "registrar_session=00112233", "registrar_session=")) {
            var browser = service.anonymous().withHeader("Cookie", dead);
            for (var path : List.of("/v1/courses/", SESSIONS, "/v1/events/")) {
                var rejected = browser.get(path).expectStatus(401).expectError("unauthenticated", "header", "Cookie");
                assertThat(removals(rejected))
                        .as(path)
                        .map(cookie -> cookie.replaceFirst("Expires=[^;]*", ""))
                        .isEqualTo(removed.stream()
                                .map(cookie -> cookie.replaceFirst("Expires=[^;]*", ""))
                                .toList());
            }
            assertThat(removals(browser.delete(SESSIONS).expectStatus(401))).hasSize(2);
        }
        assertThat(service.anonymous().get("/v1/courses/").expectStatus(401).hasHeader("Set-Cookie"))
                .isFalse();
    }

    @Test
    void other_credentials_beside_dead_session_cookies_work_for_reads_and_changes(Service service) {
        var dead = ended(service);
        for (var cookies : List.of(dead, dead + "; registrar_session=00112233")) {
            var client = service.admin().withHeader("Cookie", cookies);
            client.get("/v1/courses/?page[size]=1").expectStatus(200);
            client.post("/v1/courses/", course(unique("BESIDE"), "Logic")).expectStatus(201);
        }
    }

    /** A browser keeps one cookie for each path and domain, for example after the public URL got another path. */
    @Test
    void a_session_works_beside_a_dead_cookie_of_the_same_name(Service service) {
        var opened = open(service.reader());
        service.anonymous()
                .withHeader("Cookie", ended(service) + "; registrar_session=" + cookie(opened, "registrar_session"))
                .get(SESSIONS)
                .expectStatus(200)
                .expect("/meta/caller", "reader");
    }

    @Test
    void unknown_parameters_and_content_of_requests_to_the_sessions_url_are_rejected(Service service) {
        service.reader()
                .send("POST", SESSIONS + "?remember=me", Optional.empty())
                .expectStatus(400)
                .expectError("unknown_parameter", "parameter", "remember");
        service.reader().post(SESSIONS, "{}").expectStatus(400).expectError("malformed_request");
        service.anonymous().post(SESSIONS + "?remember=me", "{}").expectStatus(401);
        var session = script(service.anonymous(), open(service.reader()));
        session.delete(SESSIONS + "?all=true").expectStatus(400).expectError("unknown_parameter", "parameter", "all");
        session.get("/v1/courses/?page[size]=1").expectStatus(200);
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

    @ParameterizedTest
    @ValueSource(strings = {"GET", "DELETE"})
    void a_planted_session_cookie_beside_the_real_one_is_rejected(String method, Service service) {
        var session = cookie(open(service.admin()), "registrar_session");
        var planted = cookie(open(service.reader()), "registrar_session");
        service.anonymous()
                .withHeader("Cookie", "registrar_session=%s; registrar_session=%s".formatted(planted, session))
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
