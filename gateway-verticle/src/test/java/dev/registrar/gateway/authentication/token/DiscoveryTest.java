package dev.registrar.gateway.authentication.token;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.RecordedLog;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.authentication.AuthorizationServer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A discovery document with a mistake: the operator is told which, and it is read again until it is corrected. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class DiscoveryTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int MANY = 40;

    private AuthorizationServer authorizationServer;
    private String url;

    @BeforeEach
    void an_authorization_server(Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
    }

    private void startGateway(Service service, JsonObject settings) {
        url = "http://127.0.0.1:" + service.startGateway("authentication", settings);
    }

    private Response read(String token) {
        return Client.of(url).withHeader("Authorization", "Bearer " + token).get("/v1/courses/?page[size]=1");
    }

    private void expectRecovery(String token) {
        for (var attempt = 0; attempt < MANY; attempt++) {
            read(token).expectStatus(503).expectHeader("Retry-After", "1");
        }
        assertThat(authorizationServer.discoveries()).isLessThan(MANY / 2);
        authorizationServer.correctDiscovery();
        Await.until("tokens are accepted", SOON, () -> read(token).status() == 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "", "//localhost/keys", "http://[::x", "http:///keys"})
    void keys_at_no_place_that_can_be_asked_are_looked_for_again(String place, Service service) {
        authorizationServer.breakDiscovery("jwks_uri", place);
        try (var log = RecordedLog.start(this)) {
            startGateway(service, authorizationServer.settings());
            expectRecovery(authorizationServer.token(authorizationServer.claims("read")));
            assertThat(log.warnings("\"%s\" is not a URL for jwks_uri".formatted(place)))
                    .isNotEmpty();
        }
    }

    @Test
    void keys_that_are_not_where_they_should_be_are_looked_for_again(Service service) {
        authorizationServer.breakDiscovery("jwks_uri", authorizationServer.issuer() + "/elsewhere");
        try (var log = RecordedLog.start(this)) {
            startGateway(service, authorizationServer.settings());
            expectRecovery(authorizationServer.token(authorizationServer.claims("read")));
            assertThat(log.warnings("/elsewhere responded with 404")).isNotEmpty();
            assertThat(log.messages(Level.ERROR)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "", "/elsewhere"})
    void a_wrong_place_to_ask_about_tokens_is_looked_for_again(String place, Service service) {
        var endpoint = place.startsWith("/") ? authorizationServer.issuer() + place : place;
        authorizationServer.breakDiscovery("introspection_endpoint", endpoint);
        startGateway(service, authorizationServer.introspectionSettings());
        expectRecovery(authorizationServer.opaqueToken(authorizationServer.claims("read")));
    }

    @Test
    void the_document_of_another_issuer_is_read_again(Service service) {
        authorizationServer.breakDiscovery("issuer", "https://other.example.edu");
        try (var log = RecordedLog.start(this)) {
            startGateway(service, authorizationServer.settings());
            expectRecovery(authorizationServer.token(authorizationServer.claims("read")));
            assertThat(log.warnings("is for the issuer \"https://other.example.edu\", not for \"%s\""
                            .formatted(authorizationServer.issuer())))
                    .isNotEmpty();
        }
    }
}
