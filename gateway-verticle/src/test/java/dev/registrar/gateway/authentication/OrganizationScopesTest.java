package dev.registrar.gateway.authentication;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.http.Client;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** If a login scope and a group scope are configured, every access token needs both. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class OrganizationScopesTest {
    @AutoClose
    private static AuthorizationServer authorizationServer;

    private static Client anonymous;

    @BeforeAll
    static void a_gateway_that_requires_a_login_scope_and_a_group_scope(Service service, Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
        var scopes =
                new JsonObject().put("login-scope", "university:login").put("group-scope", "university:registrars");
        anonymous =
                service.gateway("authentication", authorizationServer.settings().mergeIn(scopes));
    }

    private static Client bearer(String scopes) {
        var token = authorizationServer.tokenWith(scopes);
        return anonymous.withToken(token);
    }

    @Test
    void an_access_token_without_one_of_the_required_scopes_is_403_with_a_challenge_that_names_both() {
        var withoutGroupScope = bearer("read university:login");
        for (var rejected : List.of(
                withoutGroupScope.get("/v1/courses/?page[size]=1"),
                withoutGroupScope.send("POST", "/v1/sessions/", Optional.empty()))) {
            rejected.expectStatus(403)
                    .expectError("forbidden")
                    .expectHeader(
                            "WWW-Authenticate",
                            "Bearer realm=\"registrar\", error=\"insufficient_scope\", "
                                    + "scope=\"university:login university:registrars\"")
                    .expect(
                            "/errors/0/detail",
                            "You are not allowed to do this: it needs the scope university:registrars.");
        }
    }

    @Test
    void an_access_token_with_both_required_scopes_allows_what_its_other_scopes_allow() {
        bearer("read university:registrars university:login")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
    }

    @Test
    void users_with_passwords_need_no_login_scope_or_group_scope() {
        anonymous
                .withCredentials("reader", "reader")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
    }
}
