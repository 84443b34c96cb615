package dev.registrar.gateway.authentication;

import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.authentication.AuthorizationServer;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where a login scope and a group scope are configured, nobody uses the service by an access token without them. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class OrganizationScopesTest {
    private static AuthorizationServer authorizationServer;
    private static Client anonymous;

    @BeforeAll
    static void a_gateway_that_demands_scopes(Service service, Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
        var port = service.startGateway(
                "authentication",
                authorizationServer
                        .settings()
                        .put("login-scope", "university:login")
                        .put("group-scope", "university:registrars"));
        anonymous = Client.of("http://127.0.0.1:" + port);
    }

    @AfterAll
    static void stop() {
        authorizationServer.close();
    }

    private static Client bearer(String scopes) {
        var token = authorizationServer.token(authorizationServer.claims(scopes));
        return anonymous.withHeader("Authorization", "Bearer " + token);
    }

    @Test
    void without_one_of_the_two_scopes_nothing_is_allowed_and_both_are_told() {
        var lacking = bearer("read university:login");
        for (var refused : List.of(
                lacking.get("/v1/courses/?page[size]=1"), lacking.send("POST", "/v1/sessions/", Optional.empty()))) {
            refused.expectStatus(403)
                    .expectError("forbidden")
                    .expectHeader(
                            "WWW-Authenticate",
                            "Bearer realm=\"registrar\", error=\"insufficient_scope\", "
                                    + "scope=\"university:login university:registrars\"");
        }
    }

    @Test
    void with_both_scopes_those_of_the_operation_count() {
        bearer("read university:registrars university:login")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
    }

    @Test
    void passwords_have_no_such_scopes() {
        anonymous
                .withCredentials("reader", "reader")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
    }
}
