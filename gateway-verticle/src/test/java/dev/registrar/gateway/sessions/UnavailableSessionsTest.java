package dev.registrar.gateway.sessions;

import static dev.registrar.testing.authentication.Sessions.SESSIONS;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A gateway while no node stores sessions. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class UnavailableSessionsTest {

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
