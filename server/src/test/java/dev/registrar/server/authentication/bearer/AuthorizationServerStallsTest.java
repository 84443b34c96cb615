package dev.registrar.server.authentication.bearer;

import dev.registrar.server.testing.Await;
import dev.registrar.server.testing.Client;
import dev.registrar.server.testing.InParallel;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.authentication.AuthorizationServer;
import dev.registrar.server.testing.authentication.AuthorizationServer.Stall;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An authorization server that accepts requests but does not respond. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class AuthorizationServerStallsTest {
    private static final int MORE_THAN_CONNECTIONS = 12;
    private static final Duration RECOVERY = Duration.ofSeconds(10);

    /** A gateway and the way to get a new token for it. */
    private record Gateway(String url, Function<JsonObject, String> newToken) {
        Response readWith(String token) {
            return Client.of(url).withHeader("Authorization", "Bearer " + token).get("/v1/courses/?page[size]=1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_RESPONSE", "WITHIN_RESPONSE"})
    void access_tokens_get_503_until_the_authorization_server_responds_again_and_no_request_to_it_stays_open(
            Stall stall, Service service, Vertx vertx) {
        var server = new AuthorizationServer(vertx);
        var introspecting = new Gateway(url(service, server.introspectionSettings()), server::opaqueToken);
        introspecting.readWith(server.opaqueToken(server.claims("read"))).expectStatus(200);
        server.stall(stall);
        var fetching = new Gateway(url(service, server.settings()), server::token);

        InParallel.forEach(
                Stream.of(introspecting, fetching)
                        .flatMap(gateway -> Stream.generate(() -> gateway).limit(MORE_THAN_CONNECTIONS))
                        .toList(),
                gateway -> gateway.readWith(gateway.newToken().apply(server.claims("read")))
                        .expectStatus(503)
                        .expectHeader("Retry-After", "1"));
        Await.until("every request to the authorization server is closed", () -> server.pendingRequests() == 0);

        server.stall(Stall.NEVER);
        for (var gateway : List.of(introspecting, fetching)) {
            var token = gateway.newToken().apply(server.claims("read"));
            Await.until(
                    "tokens are accepted again",
                    RECOVERY,
                    () -> gateway.readWith(token).status() == 200);
        }
    }

    private static String url(Service service, JsonObject settings) {
        return "http://127.0.0.1:" + service.startGateway("authentication", settings);
    }
}
