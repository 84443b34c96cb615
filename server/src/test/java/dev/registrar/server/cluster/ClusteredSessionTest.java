package dev.registrar.server.cluster;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.cookie;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static dev.registrar.testing.document.Documents.course;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.http.Client;
import io.vertx.core.DeploymentOptions;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sessions in a cluster: every gateway accepts them, whichever gateway opened them. */
@ExtendWith(ServiceExtension.class)
class ClusteredSessionTest {
    @AutoClose
    private static final LocalCluster CLUSTER = new LocalCluster();

    private static Client first;
    private static Client second;

    @BeforeAll
    static void two_nodes(Service database) {
        var nodeWithAllRoles = CLUSTER.start();
        var nodeWithGatewayOnly = CLUSTER.start();
        var configuration = Service.configuration(database.databaseUri());
        configuration.getJsonObject("authentication").put("max-sessions-per-caller", 3);
        first = client(Await.success(new Deployment(nodeWithAllRoles, configuration).start()));
        var gateway = new GatewayVerticle();
        Await.success(nodeWithGatewayOnly.deployVerticle(gateway, new DeploymentOptions().setConfig(configuration)));
        second = client(gateway.port());
    }

    private static Client client(int port) {
        return Client.of("http://127.0.0.1:" + port);
    }

    @Test
    void every_gateway_of_a_cluster_accepts_a_session_that_another_gateway_opened() {
        var opened = open(first.withCredentials("admin", "admin"));
        browser(second, opened).get("/v1/courses/?page[size]=1").expectStatus(200);
        script(second, opened)
                .post("/v1/courses/", course(unique("CLUSTER"), "Logic"))
                .expectStatus(201)
                .expect("/data/attributes/last_mod_user_name", "admin");
    }

    @Test
    void concurrent_requests_with_one_idempotency_key_at_several_gateways_open_one_session() {
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
    void a_session_beyond_the_limit_of_a_caller_ends_the_oldest_session_at_every_gateway() {
        var oldest = open(first.withCredentials("reader", "reader"));
        browser(second, oldest).get("/v1/courses/?page[size]=1").expectStatus(200);
        var others = Stream.of(second, first, second)
                .map(gateway -> open(gateway.withCredentials("reader", "reader")))
                .toList();
        browser(first, oldest).get("/v1/courses/").expectStatus(401);
        Await.until(
                "the other gateway, which has used the session, rejects it",
                () -> browser(second, oldest).get("/v1/courses/?page[size]=1").status() == 401);
        others.forEach(opened ->
                browser(first, opened).get("/v1/courses/?page[size]=1").expectStatus(200));
    }

    @Test
    void a_session_ended_at_one_gateway_is_rejected_by_the_others_within_a_second() {
        var opened = open(first.withCredentials("reader", "reader"));
        var browser = browser(first, opened);
        browser.get("/v1/courses/?page[size]=1").expectStatus(200);
        script(second, opened).delete("/v1/sessions/").expectStatus(204);
        var ended = System.nanoTime();
        browser(second, opened).get("/v1/courses/").expectStatus(401);
        while (System.nanoTime() - ended < SECONDS.toNanos(1)) {
            assertThat(browser.get("/v1/courses/?page[size]=1").status()).isIn(200, 401);
        }
        browser.get("/v1/courses/").expectStatus(401);
    }
}
