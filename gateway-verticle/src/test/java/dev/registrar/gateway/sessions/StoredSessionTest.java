package dev.registrar.gateway.sessions;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.SESSIONS;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.cookie;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What PostgreSQL and the event bus know of sessions, and a gateway while no node stores them. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class StoredSessionTest {
    private static String everythingStored(Service service) {
        return String.join("\n", Sql.read(service.databaseUri(), "SELECT s::text FROM session.sessions s"));
    }

    /** Hexadecimal is how PostgreSQL shows bytes. */
    private static Stream<String> formsOf(String secret) {
        return Stream.of(secret, HexFormat.of().formatHex(secret.getBytes(UTF_8)));
    }

    @Test
    void neither_the_cookies_nor_the_access_token_nor_the_idempotency_key_can_be_read_in_the_database(
            Service service, Vertx vertx) {
        try (var authorizationServer = new AuthorizationServer(vertx)) {
            var gateway = service.gateway("authentication", authorizationServer.settings());
            var token = authorizationServer.tokenWith("read");
            var key = unique("key-");
            var opened = open(gateway.withToken(token).withHeader("Idempotency-Key", key));
            browser(gateway, opened).get(SESSIONS).expectStatus(200);
            var stored = everythingStored(service);
            assertThat(Stream.of(cookie(opened, "registrar_session"), cookie(opened, "registrar_csrf"), token, key)
                            .flatMap(StoredSessionTest::formsOf))
                    .noneMatch(stored::contains);
        }
    }

    /** Whoever can read the database knows these values. */
    @Test
    void no_stored_value_is_accepted_as_a_cookie(Service service) {
        var opened = open(service.reader());
        for (var column : Stream.of("id", "nonce", "key", "request").toList()) {
            for (var value : Sql.read(service.databaseUri(), "SELECT %s FROM session.sessions".formatted(column))) {
                service.anonymous()
                        .withHeader("Cookie", "registrar_session=" + value)
                        .get(SESSIONS)
                        .expectStatus(401);
            }
        }
        browser(service.anonymous(), opened).get(SESSIONS).expectStatus(200);
    }

    @Test
    void a_session_outlives_the_gateway_that_opened_it(Service service) {
        var other = service.gateway("authentication", new JsonObject());
        browser(service.anonymous(), open(other.withCredentials("reader", "reader")))
                .get(SESSIONS)
                .expectStatus(200)
                .expect("/meta/caller", "reader");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "find | {}",
                "open | {\"session\": {\"id\": \"x\", \"ends_at\": \"soon\"}}",
                "steal | {}",
            })
    void malformed_messages_get_a_failure_and_change_nothing(String action, String body, Service service) {
        var opened = open(service.reader());
        var options = new DeliveryOptions().addHeader("action", action).setSendTimeout(5000);
        try (var log = RecordedLog.start(this)) {
            assertThatThrownBy(() -> Await.success(
                            service.vertx().eventBus().request("registrar.sessions", new JsonObject(body), options)))
                    .hasRootCauseInstanceOf(ReplyException.class)
                    .rootCause()
                    .hasMessageContaining("malformed");
            assertThat(log.warnings("")).isEmpty();
        }
        browser(service.anonymous(), opened).get(SESSIONS).expectStatus(200);
    }

    private static void expectUnavailable(Response response) {
        response.expectStatus(503).expectHeader("Retry-After", "1").expectError("service_unavailable");
        assertThat(response.hasHeader("Set-Cookie")).isFalse();
    }

    @Test
    void requests_with_sessions_get_503_and_keep_their_cookies_until_a_node_stores_sessions_again(
            Service service, Vertx vertx) {
        var opened = open(service.reader());
        var options = new DeploymentOptions().setConfig(Service.configuration(service.databaseUri()));
        var gateway = new GatewayVerticle();
        Await.success(vertx.deployVerticle(gateway, options));
        var anonymous = Client.of("http://127.0.0.1:" + gateway.port());
        expectUnavailable(browser(anonymous, opened).get(SESSIONS));
        expectUnavailable(browser(anonymous, opened).get("/v1/courses/"));
        expectUnavailable(script(anonymous, opened).delete(SESSIONS));
        expectUnavailable(anonymous.withCredentials("reader", "reader").send("POST", SESSIONS, Optional.empty()));

        Await.success(vertx.deployVerticle(new CourseVerticle(), options));
        browser(anonymous, opened).get(SESSIONS).expectStatus(200).expect("/meta/caller", "reader");
    }
}
