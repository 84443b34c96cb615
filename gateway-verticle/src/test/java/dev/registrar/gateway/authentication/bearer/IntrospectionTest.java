package dev.registrar.gateway.authentication.bearer;

import static dev.registrar.gateway.authentication.bearer.BearerTest.expectInvalid;
import static dev.registrar.testing.authentication.Sessions.SESSIONS;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.RawConnection;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access tokens that the gateway introspects at the authorization server (RFC 7662). */
@ExtendWith(ServiceExtension.class)
class IntrospectionTest {
    private static final String COURSES = "/v1/courses/?page[size]=1";

    @AutoClose
    private static AuthorizationServer authorizationServer;

    private static int port;
    private static Client anonymous;

    @BeforeAll
    static void a_gateway_that_introspects_access_tokens(Service service) {
        authorizationServer = new AuthorizationServer(service.vertx());
        var settings = authorizationServer.introspectionSettings().put("oauth2-introspection-interval", "300 ms");
        port = service.startGateway("authentication", settings);
        anonymous = Client.of("http://127.0.0.1:" + port);
    }

    private static JsonObject claims() {
        return authorizationServer.claims("read");
    }

    private static Response read(String token) {
        return bearer(token).get(COURSES);
    }

    private static Client bearer(String token) {
        return anonymous.withToken(token);
    }

    @Proves("RFC 7662")
    @Test
    void an_active_token_allows_the_operations_of_its_scopes() {
        var token = authorizationServer.opaqueToken(claims());
        read(token).expectStatus(200);
        read(authorizationServer.opaqueToken(claims().put("scope", "openid"))).expectStatus(403);
    }

    @Test
    void opening_a_session_with_a_body_is_rejected_also_if_the_body_arrives_during_the_introspection() {
        bearer(authorizationServer.opaqueToken(claims()))
                .post(SESSIONS, "{}")
                .expectStatus(400)
                .expectError("malformed_request");
    }

    private static String sendMalformedChunk(String token) {
        return RawConnection.exchange(port, """
                POST /v1/courses/ HTTP/1.1
                Host: localhost
                Authorization: Bearer %s
                Content-Type: application/vnd.api+json
                Transfer-Encoding: chunked

                zz
                """.formatted(token).replace("\n", "\r\n"));
    }

    @Test
    void a_request_whose_malformed_body_arrives_during_the_introspection_gets_one_response() {
        assertThat(sendMalformedChunk(authorizationServer.opaqueToken(authorizationServer.claims("create"))))
                .startsWith("HTTP/1.1 400 ")
                .contains("malformed_request")
                .containsOnlyOnce("HTTP/1.1 ");
        assertThat(sendMalformedChunk("invented")).startsWith("HTTP/1.1 401 ").containsOnlyOnce("HTTP/1.1 ");
    }

    @Test
    void an_introspection_response_may_omit_the_issuer() {
        var claims = claims();
        claims.remove("iss");
        read(authorizationServer.opaqueToken(claims)).expectStatus(200);
    }

    @Proves("RFC 9068, 2.2")
    @Test
    void an_introspection_response_without_a_subject_is_rejected_even_if_it_has_a_name(Service service) {
        var settings = authorizationServer.introspectionSettings().put("oauth2-name-claim", "username");
        var claims = claims().put("username", "alice");
        claims.remove("sub");
        expectInvalid(
                service.gateway("authentication", settings)
                        .withToken(authorizationServer.opaqueToken(claims))
                        .get(COURSES),
                "The access token does not contain its subject as a text of 1 to 255 characters.");
    }

    @Test
    void a_token_that_is_not_active_is_rejected() {
        expectInvalid(read("invented"));
        expectInvalid(read(authorizationServer.token(claims())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{'aud': ['account']}", "{'aud': null}", "{'active': 'true'}", "{'active': 1}", "{'nbf': '0'}"})
    void an_active_token_with_a_wrong_claim_is_rejected(String claim) {
        var wrong = new JsonObject(claim.replace('\'', '"'));
        expectInvalid(read(authorizationServer.opaqueToken(claims().mergeIn(wrong))));
    }

    @Proves("RFC 7662")
    @Test
    void a_session_ends_when_its_token_is_revoked_and_loses_the_scopes_that_its_token_loses() {
        var revoked = authorizationServer.opaqueToken(claims());
        var claims = authorizationServer.claims("read update");
        var tokenThatLosesScope = authorizationServer.opaqueToken(claims);
        var browserOfRevoked = browser(anonymous, open(bearer(revoked)));
        var browserThatLosesScope = browser(anonymous, open(bearer(tokenThatLosesScope)));
        browserOfRevoked.get(COURSES).expectStatus(200);
        browserThatLosesScope.get(COURSES).expectStatus(200);
        browserThatLosesScope.get(SESSIONS).expect("/meta/scopes/1", "update");

        authorizationServer.revoke(revoked);
        claims.put("scope", "update");
        Await.until("the token is rejected", () -> read(revoked).status() == 401);
        Await.until(
                "the token has lost its scope", () -> read(tokenThatLosesScope).status() == 403);
        browserThatLosesScope.get(COURSES).expectStatus(403);
        browserThatLosesScope.get(SESSIONS).expect("/meta/scopes/0", "update").expectAbsent("/meta/scopes/1");
        browserOfRevoked
                .get(COURSES)
                .expectStatus(401)
                .expectError("unauthenticated", "header", "Cookie")
                .expect("/errors/0/detail", "Your session has ended; log in again.");
    }

    @Test
    void while_the_authorization_server_is_down_an_access_token_gets_503_and_a_session_can_be_ended() {
        var token = authorizationServer.opaqueToken(claims());
        var opened = open(bearer(authorizationServer.opaqueToken(claims())));
        authorizationServer.stop();
        script(anonymous, opened).delete(SESSIONS).expectStatus(204);
        browser(anonymous, opened).get(COURSES).expectStatus(401);
        read(token).expectStatus(503).expectHeader("Retry-After", "1").expectError("service_unavailable");
        authorizationServer.startAgain();
        Await.until("the token is accepted", () -> read(token).status() == 200);
    }

    @Test
    void a_client_secret_that_the_authorization_server_rejects_is_503_for_the_caller_and_is_logged(Service service) {
        var settings = authorizationServer.introspectionSettings().put("oauth2-client-secret", "wrong");
        try (var log = RecordedLog.start(this)) {
            service.gateway("authentication", settings)
                    .withToken(authorizationServer.opaqueToken(claims()))
                    .get(COURSES)
                    .expectStatus(503)
                    .expect("/errors/0/detail", "Logins currently cannot be checked; try again.");
            assertThat(log.warnings(
                            "/introspect responded with 401: it does not accept authentication.oauth2-client-id"))
                    .hasSize(1);
        }
    }
}
