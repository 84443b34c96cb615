package dev.registrar.gateway.authentication.bearer;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.authentication.AuthorizationServer.Stall;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Hundreds of invented tokens, each of which the gateway would have to introspect at the authorization server. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class InventedTokensTest {
    private static final int MANY = 400;
    private static final String FLOODED = "203.0.113.9";
    private static final String OTHER = "198.51.100.7";

    private AuthorizationServer authorizationServer;
    private HttpClient attacker;
    private int port;

    @BeforeEach
    void a_gateway_behind_a_proxy_and_an_authorization_server_that_stalls_on_unknown_tokens(
            Service service, Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
        authorizationServer.stall(Stall.ON_UNKNOWN_TOKENS);
        attacker = vertx.createHttpClient(new HttpClientOptions().setMaxPoolSize(MANY));
        var settings = authorizationServer.introspectionSettings().put("oauth2-introspection-interval", "100 ms");
        port = service.startGateway(new JsonObject()
                .put("authentication", settings)
                .put("http", new JsonObject().put("trusted-proxies", "127.0.0.1")));
    }

    private List<Future<Integer>> flood(int requests, Supplier<String> tokens) {
        return Stream.generate(tokens)
                .limit(requests)
                .map(token -> attacker.request(new RequestOptions()
                                .setMethod(HttpMethod.GET)
                                .setAbsoluteURI(url() + "/v1/courses/")
                                .putHeader("X-Forwarded-For", FLOODED)
                                .putHeader("Authorization", "Bearer " + token))
                        .compose(request -> request.send())
                        .map(response -> response.statusCode()))
                .toList();
    }

    private String url() {
        return "http://127.0.0.1:" + port;
    }

    private Response read(String address, String token) {
        return Client.of(url())
                .withHeader("X-Forwarded-For", address)
                .withToken(token)
                .get("/v1/courses/?page[size]=1");
    }

    private String genuineToken() {
        return authorizationServer.opaqueToken(authorizationServer.claims("read"));
    }

    @Test
    void invented_tokens_of_one_address_delay_neither_other_addresses_nor_tokens_accepted_before() {
        var known = genuineToken();
        read(FLOODED, known).expectStatus(200);
        try (var log = RecordedLog.start(this)) {
            var flood = flood(MANY, () -> unique("invented-"));
            Await.until(
                    "the flood has reached the authorization server", () -> authorizationServer.pendingRequests() > 0);
            read(OTHER, genuineToken()).expectStatus(200);
            Await.until("the known token is introspected again", () -> {
                read(FLOODED, known).expectStatus(200);
                return authorizationServer.introspections(known) > 1;
            });

            assertThat(Await.success(Future.join(flood)).<Integer>list()).containsOnly(503);
            assertThat(authorizationServer.mostPendingRequests()).isLessThan(MANY / 10);
            assertThat(log.messages(Level.WARN))
                    .filteredOn(message -> message.contains("access tokens"))
                    .hasSizeBetween(1, 2);
        }
        read(FLOODED, genuineToken()).expectStatus(200);
    }

    @Test
    void a_token_in_many_concurrent_requests_is_introspected_once() {
        var flood = flood(MANY / 10, () -> "invented");
        assertThat(Await.success(Future.join(flood)).<Integer>list()).containsOnly(503);
        assertThat(authorizationServer.introspections("invented")).isEqualTo(1);
    }
}
