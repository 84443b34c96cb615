package dev.registrar.gateway.authentication.bearer;

import static dev.registrar.gateway.authentication.bearer.BearerTest.expectInvalid;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.authentication.AuthorizationServer.Stall;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The signing keys of an authorization server: discovery, rotation and use while the server is down. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class SigningKeysTest {
    private static final String COURSES = "/v1/courses/?page[size]=1";
    private static final Duration RECOVERY = Duration.ofSeconds(15);

    private AuthorizationServer authorizationServer;
    private Client anonymous;

    @BeforeEach
    void an_authorization_server(Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
    }

    private void startGateway(Service service) {
        anonymous = service.gateway("authentication", authorizationServer.settings());
    }

    private Client bearer(String token) {
        return anonymous.withToken(token);
    }

    private JsonObject claims() {
        return authorizationServer.claims("read");
    }

    private Response read(JsonObject claims) {
        return bearer(authorizationServer.token(claims)).get(COURSES);
    }

    @Test
    void an_issuer_that_ends_with_a_slash_is_accepted(Service service, Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx, "/");
        startGateway(service);
        read(claims()).expectStatus(200);
    }

    private void awaitNewKey() {
        var token = authorizationServer.token(claims());
        Await.until("the new key is accepted", () -> bearer(token).get(COURSES).status() == 200);
    }

    @Proves("RFC 7517, 5")
    @Test
    void a_rotated_key_is_fetched_when_a_token_names_it_and_tokens_and_sessions_of_the_former_key_end(Service service) {
        startGateway(service);
        var token = authorizationServer.token(claims());
        var browser = browser(anonymous, open(bearer(token)));
        bearer(token).get(COURSES).expectStatus(200);
        browser.get(COURSES).expectStatus(200);
        authorizationServer.rotateKeys();
        awaitNewKey();
        expectInvalid(bearer(token).get(COURSES), "The access token is signed with an unknown key.");
        browser.get(COURSES)
                .expectStatus(401)
                .expectError("unauthenticated", "header", "Cookie")
                .expect("/errors/0/detail", "Your session has ended; log in again.");
    }

    @Test
    void tokens_and_sessions_remain_valid_when_another_key_is_added_to_theirs(Service service) {
        startGateway(service);
        var token = authorizationServer.token(claims());
        var browser = browser(anonymous, open(bearer(token)));
        authorizationServer.addKey();
        awaitNewKey();
        bearer(token).get(COURSES).expectStatus(200);
        browser.get(COURSES).expectStatus(200);
    }

    @Test
    void tokens_and_sessions_of_known_keys_remain_valid_while_the_key_set_is_empty(Service service) {
        startGateway(service);
        var token = authorizationServer.token(claims());
        var browser = browser(anonymous, open(bearer(token)));
        authorizationServer.withdrawKeys();
        var ofUnknownKey = authorizationServer
                .signer()
                .signed(authorizationServer.signer().header().put("kid", "unknown"), claims());
        Await.until(
                "the empty key set is fetched",
                () -> bearer(ofUnknownKey).get(COURSES).status() == 503);
        bearer(token).get(COURSES).expectStatus(200);
        browser.get(COURSES).expectStatus(200);
    }

    @Test
    void invented_key_ids_do_not_cause_a_fetch_of_keys_for_each_token(Service service) {
        startGateway(service);
        read(claims()).expectStatus(200);
        var before = authorizationServer.keyFetches();
        for (var attempt = 0; attempt < 20; attempt++) {
            var header = authorizationServer.signer().header().put("kid", "invented-" + attempt);
            expectInvalid(bearer(authorizationServer.signer().signed(header, claims()))
                    .get("/v1/courses/"));
        }
        assertThat(authorizationServer.keyFetches() - before).isLessThanOrEqualTo(2);
    }

    @Test
    void tokens_of_known_keys_are_accepted_while_the_authorization_server_is_down(Service service) {
        startGateway(service);
        read(claims()).expectStatus(200);
        authorizationServer.stop();
        read(claims().put("sub", "bob")).expectStatus(200);
        authorizationServer.startAgain();
    }

    @Test
    void a_token_of_a_new_key_gets_503_until_the_keys_are_fetched(Service service) {
        startGateway(service);
        read(claims()).expectStatus(200);
        authorizationServer.stall(Stall.ON_KEYS);
        authorizationServer.rotateKeys();
        var token = authorizationServer.token(claims());
        Await.until("the token gets 503", RECOVERY, () -> {
            var response = bearer(token).get(COURSES);
            return response.status() == 503 && response.header("Retry-After").equals("1");
        });
        authorizationServer.stall(Stall.NEVER);
        Await.until(
                "the new key is accepted",
                RECOVERY,
                () -> bearer(token).get(COURSES).status() == 200);
    }

    @Test
    void access_tokens_get_503_while_an_authorization_server_that_was_down_at_the_start_is_still_down(Service service) {
        var token = authorizationServer.token(claims());
        authorizationServer.stop();
        startGateway(service);
        bearer(token).get("/v1/courses/").expectStatus(503).expectHeader("Retry-After", "1");
        anonymous.withCredentials("reader", "reader").get(COURSES).expectStatus(200);
        authorizationServer.startAgain();
        Await.until(
                "access tokens are accepted", () -> bearer(token).get(COURSES).status() == 200);
    }
}
