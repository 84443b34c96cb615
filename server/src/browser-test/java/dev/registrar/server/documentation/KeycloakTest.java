package dev.registrar.server.documentation;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Names;
import dev.registrar.testing.document.Documents;
import dev.registrar.testing.http.Client;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The service with a real Keycloak as its authorization server, connected as docs/keycloak.md says. {@code .ci/faults} runs it. */
@Tag("faults")
@ExtendWith(ServiceExtension.class)
class KeycloakTest {
    private static final Keycloak KEYCLOAK = new Keycloak();

    private static String url;

    @BeforeAll
    static void connect(Service service) {
        url = "http://127.0.0.1:" + service.startGateway("authentication", settings());
        KEYCLOAK.start(url);
    }

    @AfterAll
    static void stop() {
        KEYCLOAK.close();
    }

    private static JsonObject settings() {
        return new JsonObject()
                .put("oauth2-issuer", KEYCLOAK.issuer())
                .put("oauth2-audience", "registrar")
                .put("oauth2-name-claim", "preferred_username")
                .put("oauth2-uni-claim", "uni")
                .put("login-scope", "registrar:login")
                .put("group-scope", "registrar:group")
                .put("documentation-client-id", "registrar-documentation");
    }

    /** Returns a token with the login scope, the group scope and these scopes. */
    private static String memberToken(String client, String scopes) {
        return KEYCLOAK.tokenFor(client, "registrar:login registrar:group " + scopes);
    }

    private static Client bearer(String url, String token) {
        return Client.of(url).withHeader("Authorization", "Bearer " + token);
    }

    @Test
    void a_person_logs_in_from_the_documentation_page_and_reads_the_courses() {
        try (var chromium = new Chromium();
                var documentation = chromium.open(url, KEYCLOAK.origin())) {
            var oauth2 = documentation.authorization("authorizationCode");
            var login = documentation
                    .page()
                    .waitForPopup(() -> oauth2.locator("button.authorize").click());
            login.locator("#username").fill("alice");
            login.locator("#password").fill("alice");
            login.locator("#kc-login").click();
            assertThat(oauth2.getByText("Logout", new Locator.GetByTextOptions().setExact(true)))
                    .isVisible();
            documentation.closeDialog();
            documentation.tryOut("Read a page of the courses.", "200");
            documentation.expectNoComplaints();
        }
    }

    @Test
    void a_client_may_do_what_its_granted_scopes_allow() {
        var created = bearer(url, memberToken("student-system", "read create registrar:admin"))
                .post("/v1/courses/", Documents.course(Names.unique("KEYCLOAK"), "Logic"))
                .expectStatus(201)
                .expect("/data/attributes/last_mod_user_name", "service-account-student-system");
        bearer(url, memberToken("student-system", "read"))
                .delete("/v1/courses/" + created.id() + "/")
                .expectStatus(403)
                .expectHeader(
                        "WWW-Authenticate",
                        "Bearer realm=\"registrar\", error=\"insufficient_scope\", scope=\"delete\"");
    }

    @Test
    void a_token_without_the_scopes_of_the_organization_is_403() {
        bearer(url, KEYCLOAK.tokenFor("student-system", "read registrar:login"))
                .get("/v1/courses/")
                .expectStatus(403)
                .expectHeader(
                        "WWW-Authenticate",
                        "Bearer realm=\"registrar\", error=\"insufficient_scope\", "
                                + "scope=\"registrar:login registrar:group\"");
    }

    @Test
    void a_token_for_another_service_is_401() {
        bearer(url, KEYCLOAK.tokenFor("another-service", "read"))
                .get("/v1/courses/")
                .expectStatus(401);
    }

    @Test
    void token_introspection_accepts_and_rejects_the_same_tokens(Service service) {
        var introspecting = "http://127.0.0.1:"
                + service.startGateway(
                        "authentication",
                        settings()
                                .put("oauth2-introspection", true)
                                .put("oauth2-client-id", "registrar")
                                .put("oauth2-client-secret", "registrar"));
        bearer(introspecting, memberToken("student-system", "read"))
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
        bearer(introspecting, KEYCLOAK.tokenFor("another-service", "read"))
                .get("/v1/courses/")
                .expectStatus(401);
    }
}
