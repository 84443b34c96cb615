package dev.registrar.gateway.sessions;

import static dev.registrar.gateway.testing.authentication.Sessions.browser;
import static dev.registrar.gateway.testing.authentication.Sessions.open;
import static dev.registrar.gateway.testing.authentication.Sessions.script;

import dev.registrar.gateway.launcher.node.Deployment;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.node.LocalCluster;
import io.vertx.core.Vertx;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sessions in a cluster that splits and merges: both parts reach the database, but not each other. */
@ExtendWith(ServiceExtension.class)
class SplitSessionTest {
    private static final String SESSIONS = "/v1/sessions/";

    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void stop() {
        cluster.close();
    }

    private static Client serve(Vertx node, Service database) {
        var port = Await.success(new Deployment(node, Service.configuration(database.databaseUri())).start());
        return Client.of("http://127.0.0.1:" + port);
    }

    private static boolean isOpen(Response opened, Client gateway) {
        return browser(gateway, opened).get("/v1/courses/?page[size]=1").status() == 200;
    }

    @Test
    void sessions_ended_during_a_split_of_the_cluster_stay_ended_and_sessions_opened_during_it_stay_open(
            Service database) {
        var nodes = List.of(cluster.start(), cluster.start());
        var gateways = nodes.stream().map(node -> serve(node, database)).toList();
        var first = gateways.get(0);
        var second = gateways.get(1);
        var endedInFirst = open(first.withCredentials("reader", "reader"));
        var endedInSecond = open(first.withCredentials("reader", "reader"));
        var kept = open(second.withCredentials("reader", "reader"));

        LocalCluster.split(nodes.get(0), nodes.get(1));
        Await.until("the nodes are split", () -> nodes.stream().allMatch(node -> LocalCluster.sizeSeenBy(node) == 1));
        script(first, endedInFirst).delete(SESSIONS).expectStatus(204);
        script(second, endedInSecond).delete(SESSIONS).expectStatus(204);
        var openedInFirst = open(first.withCredentials("admin", "admin"));
        var openedInSecond = open(second.withCredentials("reader", "reader"));
        Await.until(
                "both parts know that both sessions have ended",
                () -> gateways.stream()
                        .noneMatch(gateway -> isOpen(endedInFirst, gateway) || isOpen(endedInSecond, gateway)));

        Await.until("the nodes are merged", () -> nodes.stream().allMatch(node -> LocalCluster.sizeSeenBy(node) == 2));
        for (var opened : List.of(openedInFirst, openedInSecond, kept)) {
            Await.until(
                    "the session is open at both gateways",
                    () -> gateways.stream().allMatch(gateway -> isOpen(opened, gateway)));
        }
        for (var ended : List.of(endedInFirst, endedInSecond)) {
            gateways.forEach(
                    gateway -> browser(gateway, ended).get("/v1/courses/").expectStatus(401));
        }
    }
}
