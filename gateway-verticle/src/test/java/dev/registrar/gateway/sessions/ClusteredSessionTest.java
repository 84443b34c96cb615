package dev.registrar.gateway.sessions;

import static dev.registrar.gateway.testing.authentication.Sessions.browser;
import static dev.registrar.gateway.testing.authentication.Sessions.cookie;
import static dev.registrar.gateway.testing.authentication.Sessions.open;
import static dev.registrar.gateway.testing.authentication.Sessions.script;
import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.launcher.Deployment;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.InParallel;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.node.LocalCluster;
import io.vertx.core.DeploymentOptions;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A session on a cluster: any gateway knows it, whichever opened it. */
@ExtendWith(ServiceExtension.class)
class ClusteredSessionTest {
    private static final LocalCluster CLUSTER = new LocalCluster();

    private static Client first;
    private static Client second;

    @BeforeAll
    static void two_nodes(Service other) {
        var whole = CLUSTER.start();
        var gatewayAlone = CLUSTER.start();
        var configuration = Service.configuration(other.databaseUri());
        configuration.getJsonObject("authentication").put("max-sessions-per-caller", 3);
        first = client(Await.success(new Deployment(whole, configuration).start()));
        var gateway = new GatewayVerticle();
        Await.success(gatewayAlone.deployVerticle(gateway, new DeploymentOptions().setConfig(configuration)));
        second = client(gateway.port());
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }

    private static Client client(int port) {
        return Client.of("http://127.0.0.1:" + port);
    }

    @Test
    void a_session_is_known_to_a_gateway_that_did_not_open_it() {
        var opened = open(first.withCredentials("admin", "admin"));
        browser(second, opened).get("/v1/courses/?page[size]=1").expectStatus(200);
        script(second, opened)
                .post("/v1/courses/", course(unique("CLUSTER"), "Logic"))
                .expectStatus(201)
                .expect("/data/attributes/last_mod_user_name", "admin");
    }

    @Test
    void a_key_opens_one_session_whichever_gateways_are_asked_at_once() {
        var key = unique("key");
        Queue<String> opened = new ConcurrentLinkedQueue<>();
        InParallel.forEach(
                List.of(first, second, first, second, first, second),
                gateway -> opened.add(cookie(
                        open(gateway.withCredentials("reader", "reader").withHeader("Idempotency-Key", key)),
                        "registrar_session")));
        assertThat(Set.copyOf(opened)).hasSize(1);
        var session = first.withHeader("Cookie", "registrar_session=" + opened.peek());
        session.get("/v1/courses/?page[size]=1").expectStatus(200);
    }

    @Test
    void of_the_sessions_that_a_caller_opens_anywhere_the_oldest_ends_everywhere() {
        var oldest = open(first.withCredentials("reader", "reader"));
        browser(second, oldest).get("/v1/courses/?page[size]=1").expectStatus(200);
        var others = Stream.of(second, first, second)
                .map(gateway -> open(gateway.withCredentials("reader", "reader")))
                .toList();
        browser(first, oldest).get("/v1/courses/").expectStatus(401);
        browser(second, oldest).get("/v1/courses/").expectStatus(401);
        others.forEach(opened ->
                browser(first, opened).get("/v1/courses/?page[size]=1").expectStatus(200));
    }

    @Test
    void a_session_ends_everywhere() {
        var opened = open(first.withCredentials("reader", "reader"));
        script(second, opened).delete("/v1/sessions/").expectStatus(204);
        browser(first, opened).get("/v1/courses/").expectStatus(401);
    }
}
