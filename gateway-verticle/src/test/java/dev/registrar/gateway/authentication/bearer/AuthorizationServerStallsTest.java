package dev.registrar.gateway.authentication.bearer;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.authentication.AuthorizationServer.Stall;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
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
    private record Gateway(Client anonymous, Function<JsonObject, String> newToken) {
        Response readWith(String token) {
            return anonymous.withToken(token).get("/v1/courses/?page[size]=1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_RESPONSE", "WITHIN_RESPONSE"})
    void access_tokens_get_503_until_the_authorization_server_responds_again_and_no_request_to_it_stays_open(
            Stall stall, Service service, Vertx vertx) {
        var server = new AuthorizationServer(vertx);
        var introspecting =
                new Gateway(service.gateway("authentication", server.introspectionSettings()), server::opaqueToken);
        introspecting.readWith(server.opaqueToken(server.claims("read"))).expectStatus(200);
        server.stall(stall);
        var fetching = new Gateway(service.gateway("authentication", server.settings()), server::token);

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
}
