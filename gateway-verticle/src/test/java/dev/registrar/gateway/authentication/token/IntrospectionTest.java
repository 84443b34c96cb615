package dev.registrar.gateway.authentication.token;

import static dev.registrar.gateway.authentication.token.BearerTest.expectInvalid;
import static dev.registrar.gateway.testing.authentication.Sessions.browser;
import static dev.registrar.gateway.testing.authentication.Sessions.open;
import static dev.registrar.gateway.testing.authentication.Sessions.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.RecordedLog;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.authentication.AuthorizationServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Access tokens about which the authorization server is asked (RFC 7662). */
@ExtendWith(ServiceExtension.class)
class IntrospectionTest {
    private static final String COURSES = "/v1/courses/?page[size]=1";

    private static AuthorizationServer authorizationServer;
    private static Client anonymous;

    @BeforeAll
    static void a_gateway_that_asks_about_access_tokens(Service service) {
        authorizationServer = new AuthorizationServer(service.vertx());
        var settings = authorizationServer.introspectionSettings().put("oauth2-introspection-interval", "300 ms");
        anonymous = gateway(service, settings);
    }

    @AfterAll
    static void stop() {
        authorizationServer.close();
    }

    private static Client gateway(Service service, JsonObject settings) {
        return Client.of("http://127.0.0.1:" + service.startGateway("authentication", settings));
    }

    private static JsonObject claims() {
        return authorizationServer.claims("read");
    }

    private static Response read(String token) {
        return bearer(token).get(COURSES);
    }

    private static Client bearer(String token) {
        return withToken(anonymous, token);
    }

    private static Client withToken(Client client, String token) {
        return client.withHeader("Authorization", "Bearer " + token);
    }

    @Test
    void an_active_token_opens_what_its_scopes_allow() {
        var token = authorizationServer.opaqueToken(claims());
        read(token).expectStatus(200);
        read(authorizationServer.opaqueToken(claims().put("scope", "openid"))).expectStatus(403);
    }

    @Test
    void an_answer_need_not_name_its_own_issuer() {
        var claims = claims();
        claims.remove("iss");
        read(authorizationServer.opaqueToken(claims)).expectStatus(200);
    }

    @Test
    void a_reply_must_tell_the_subject_as_names_are_not_unique(Service service) {
        var settings = authorizationServer.introspectionSettings().put("oauth2-name-claim", "username");
        var claims = claims().put("username", "alice");
        claims.remove("sub");
        expectInvalid(
                withToken(gateway(service, settings), authorizationServer.opaqueToken(claims))
                        .get(COURSES),
                "The access token does not contain its subject as a text of 1 to 255 characters.");
    }

    @Test
    void a_token_that_is_not_active_is_refused() {
        expectInvalid(read("invented"));
        expectInvalid(read(authorizationServer.token(claims())));
    }

    @Test
    void a_token_for_another_audience_is_refused_though_it_is_active() {
        expectInvalid(read(authorizationServer.opaqueToken(claims().put("aud", "another-service"))));
        expectInvalid(read(authorizationServer.opaqueToken(claims().put("aud", new JsonArray().add("account")))));
        var claims = claims();
        claims.remove("aud");
        expectInvalid(read(authorizationServer.opaqueToken(claims)));
    }

    @Test
    void an_audience_that_is_an_object_is_none() {
        var audience = new JsonObject().put("some", AuthorizationServer.AUDIENCE);
        expectInvalid(read(authorizationServer.opaqueToken(claims().put("aud", audience))));
    }

    @Test
    void nothing_but_true_says_that_a_token_is_active() {
        expectInvalid(read(authorizationServer.opaqueToken(claims().put("active", "true"))));
        expectInvalid(read(authorizationServer.opaqueToken(claims().put("active", 1))));
        expectInvalid(read(authorizationServer.opaqueToken(claims().putNull("active"))));
    }

    @Test
    void a_time_that_is_no_number_is_none() {
        expectInvalid(read(authorizationServer.opaqueToken(claims().put("exp", "4102444800"))));
        expectInvalid(read(authorizationServer.opaqueToken(claims().put("nbf", "0"))));
        expectInvalid(read(authorizationServer.opaqueToken(claims().put("exp", -1e18))));
        read(authorizationServer.opaqueToken(claims().put("exp", 1e17))).expectStatus(200);
    }

    @Test
    void a_token_that_loses_its_rights_or_is_revoked_takes_its_sessions_along() {
        var revoked = authorizationServer.opaqueToken(claims());
        var claims = claims();
        var narrowed = authorizationServer.opaqueToken(claims);
        var browserOfRevoked = browser(anonymous, open(bearer(revoked)));
        var browserOfNarrowed = browser(anonymous, open(bearer(narrowed)));
        browserOfRevoked.get(COURSES).expectStatus(200);
        browserOfNarrowed.get(COURSES).expectStatus(200);

        authorizationServer.revoke(revoked);
        claims.put("scope", "openid");
        Await.until("the token is refused", () -> read(revoked).status() == 401);
        Await.until("the scope is gone", () -> read(narrowed).status() == 403);
        browserOfNarrowed.get(COURSES).expectStatus(403);
        browserOfRevoked
                .get(COURSES)
                .expectStatus(401)
                .expectError("unauthenticated", "header", "Authorization")
                .expect("/errors/0/detail", "The session has ended; open another one.");
    }

    @Test
    void a_session_can_be_ended_while_the_authorization_server_is_away() {
        var opened = open(bearer(authorizationServer.opaqueToken(claims())));
        authorizationServer.stop();
        script(anonymous, opened).delete("/v1/sessions/").expectStatus(204);
        browser(anonymous, opened).get(COURSES).expectStatus(401);
        authorizationServer.startAgain();
    }

    @Test
    void while_the_authorization_server_is_away_nothing_can_be_told() {
        var token = authorizationServer.opaqueToken(claims());
        authorizationServer.stop();
        read(token).expectStatus(503).expectHeader("Retry-After", "1").expectError("service_unavailable");
        authorizationServer.startAgain();
        Await.until("the token is accepted", () -> read(token).status() == 200);
    }

    @Test
    void a_secret_that_the_authorization_server_does_not_know_is_no_fault_of_the_caller(Service service) {
        var settings = authorizationServer.introspectionSettings().put("oauth2-client-secret", "wrong");
        try (var log = RecordedLog.start(this)) {
            withToken(gateway(service, settings), authorizationServer.opaqueToken(claims()))
                    .get(COURSES)
                    .expectStatus(503)
                    .expect("/errors/0/detail", "Access tokens cannot be verified now; try again.");
            assertThat(log.warnings(
                            "/introspect responded with 401: it does not accept authentication.oauth2-client-id"))
                    .hasSize(1);
        }
    }
}
