package dev.registrar.gateway.authentication.token;

import static dev.registrar.gateway.authentication.token.BearerTest.expectInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.authentication.AuthorizationServer;
import dev.registrar.gateway.testing.authentication.AuthorizationServer.Stall;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The keys of an authorization server: found, fetched again when there are others, and good while it is away. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class SigningKeysTest {
    private static final Duration SOON = Duration.ofSeconds(15);

    private AuthorizationServer authorizationServer;
    private int port;

    @BeforeEach
    void an_authorization_server(Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
    }

    private void startGateway(Service service) {
        port = service.startGateway("authentication", authorizationServer.settings());
    }

    private Client anonymous() {
        return Client.of("http://127.0.0.1:" + port);
    }

    private Client bearer(String token) {
        return anonymous().withHeader("Authorization", "Bearer " + token);
    }

    private JsonObject claims() {
        return authorizationServer.claims("read");
    }

    private Response read(JsonObject claims) {
        return bearer(authorizationServer.token(claims)).get("/v1/courses/?page[size]=1");
    }

    @Test
    void the_issuer_may_end_with_a_slash(Service service, Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx, "/");
        startGateway(service);
        read(claims()).expectStatus(200);
    }

    @Test
    void a_new_key_is_fetched_when_a_token_names_it(Service service) {
        startGateway(service);
        read(claims()).expectStatus(200);
        authorizationServer.rotateKeys();
        var token = authorizationServer.token(claims());
        Await.until(
                "the new key is accepted",
                () -> bearer(token).get("/v1/courses/?page[size]=1").status() == 200);
    }

    @Test
    void invented_key_ids_do_not_make_the_service_fetch_keys_each_time(Service service) {
        startGateway(service);
        read(claims()).expectStatus(200);
        var before = authorizationServer.keyFetches();
        for (var attempt = 0; attempt < 20; attempt++) {
            var header = authorizationServer.header().put("kid", "invented-" + attempt);
            expectInvalid(bearer(authorizationServer.signed(header, claims())).get("/v1/courses/"));
        }
        assertThat(authorizationServer.keyFetches() - before).isLessThanOrEqualTo(2);
    }

    @Test
    void known_keys_go_on_working_while_the_authorization_server_is_away(Service service) {
        startGateway(service);
        read(claims()).expectStatus(200);
        authorizationServer.stop();
        read(claims().put("sub", "bob")).expectStatus(200);
        authorizationServer.startAgain();
    }

    @ParameterizedTest
    @EnumSource(names = {"ON_KEYS", "BEFORE_RESPONSE"})
    void a_token_of_a_new_key_is_not_judged_before_the_keys_are_there(Stall stall, Service service) {
        startGateway(service);
        read(claims()).expectStatus(200);
        authorizationServer.stall(stall);
        authorizationServer.rotateKeys();
        var token = authorizationServer.token(claims());
        Await.until("nobody can tell", SOON, () -> {
            var response = bearer(token).get("/v1/courses/?page[size]=1");
            return response.status() == 503 && response.header("Retry-After").equals("1");
        });
        authorizationServer.stall(Stall.NEVER);
        Await.until(
                "the new key is accepted",
                SOON,
                () -> bearer(token).get("/v1/courses/?page[size]=1").status() == 200);
    }

    @Test
    void an_authorization_server_that_is_away_at_the_start_makes_503_until_it_is_there(Service service) {
        var token = authorizationServer.token(claims());
        authorizationServer.stop();
        startGateway(service);
        bearer(token).get("/v1/courses/").expectStatus(503).expectHeader("Retry-After", "1");
        anonymous()
                .withCredentials("reader", "reader")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
        authorizationServer.startAgain();
        Await.until(
                "access tokens are accepted",
                () -> bearer(token).get("/v1/courses/?page[size]=1").status() == 200);
    }
}
