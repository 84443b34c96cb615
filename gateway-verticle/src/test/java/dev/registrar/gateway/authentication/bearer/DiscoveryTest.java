package dev.registrar.gateway.authentication.bearer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A wrong discovery document: the log names the error, and the document is read again until it is correct. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class DiscoveryTest {
    private static final Duration RECOVERY = Duration.ofSeconds(20);
    private static final int MANY = 40;

    private AuthorizationServer authorizationServer;
    private Client anonymous;

    @BeforeEach
    void an_authorization_server(Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
    }

    private void startGateway(Service service, JsonObject settings) {
        anonymous = service.gateway("authentication", settings);
    }

    private Response read(String token) {
        return anonymous.withToken(token).get("/v1/courses/?page[size]=1");
    }

    private void expectRecovery(String token) {
        for (var attempt = 0; attempt < MANY; attempt++) {
            read(token).expectStatus(503).expectHeader("Retry-After", "1");
        }
        assertThat(authorizationServer.discoveries()).isLessThan(MANY / 2);
        authorizationServer.correctDiscovery();
        Await.until("tokens are accepted", RECOVERY, () -> read(token).status() == 200);
    }

    @Proves("OpenID Connect Discovery 1.0, 4")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jwks_uri | file:///etc/passwd        | "file:///etc/passwd" is not a URL for jwks_uri
            jwks_uri | http://[::x               | "http://[::x" is not a URL for jwks_uri
            jwks_uri | http:///keys              | "http:///keys" is not a URL for jwks_uri
            jwks_uri | ISSUER/missing            | /missing responded with 404
            issuer   | https://other.example.edu | is for the issuer "https://other.example.edu", not for "ISSUER"
            """)
    void a_wrong_member_is_logged_and_discovery_is_repeated(
            String member, String value, String warning, Service service) {
        var issuer = authorizationServer.issuer();
        authorizationServer.breakDiscovery(member, value.replace("ISSUER", issuer));
        try (var log = RecordedLog.start(this)) {
            startGateway(service, authorizationServer.settings());
            expectRecovery(authorizationServer.tokenWith("read"));
            assertThat(log.warnings(warning.replace("ISSUER", issuer))).isNotEmpty();
            assertThat(log.messages(Level.ERROR)).isEmpty();
        }
    }

    @Proves("OpenID Connect Discovery 1.0, 4")
    @ParameterizedTest
    @ValueSource(strings = {"", "/missing"})
    void after_a_wrong_introspection_endpoint_discovery_is_repeated(String url, Service service) {
        var endpoint = url.startsWith("/") ? authorizationServer.issuer() + url : url;
        authorizationServer.breakDiscovery("introspection_endpoint", endpoint);
        startGateway(service, authorizationServer.introspectionSettings());
        expectRecovery(authorizationServer.opaqueToken(authorizationServer.claims("read")));
    }
}
