package dev.registrar.server.cluster;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.platform.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.platform.testing.Await;
import dev.registrar.platform.testing.RecordedLog;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.Role;
import dev.registrar.server.node.Roles;
import dev.registrar.server.testing.node.LocalCluster;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A node that is stopped hands its work over to the other nodes, so that no request fails. */
@ExtendWith(ServiceExtension.class)
class DepartingNodeTest {
    private static final int CLIENTS = 4;

    private final Queue<Integer> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicBoolean isOver = new AtomicBoolean();

    @Test
    void no_write_fails_while_one_of_two_nodes_is_stopped(Service database) {
        try (var cluster = new LocalCluster()) {
            var staying = new Deployment(cluster.start(), Service.configuration(database.databaseUri()));
            var client = Client.of("http://127.0.0.1:" + Await.success(staying.start()))
                    .withCredentials("admin", "admin");
            var leaving = new Deployment(
                    cluster.start(),
                    Service.configuration(database.databaseUri()),
                    new Roles(EnumSet.of(Role.COURSE), 1));
            Await.success(leaving.start());
            var load = Stream.generate(() -> CompletableFuture.runAsync(() -> create(client)))
                    .limit(CLIENTS)
                    .toList();
            awaitProgress();
            Await.success(leaving.stop());
            awaitProgress();
            isOver.set(true);
            load.forEach(CompletableFuture::join);
            assertThat(failures).isEmpty();
        }
    }

    @Test
    void a_node_that_is_stopped_causes_no_warning() {
        try (var log = RecordedLog.start(this);
                var cluster = new LocalCluster()) {
            var staying = List.of(cluster.start(), cluster.start());
            staying.forEach(node -> node.eventBus().consumer("org.example.echo", message -> message.reply(null)));
            var leaving = cluster.start();
            leaving.eventBus().consumer("org.example.echo", message -> message.reply(null));
            for (var message = 0; message < 12; message++) {
                Await.success(staying.get(0).eventBus().request("org.example.echo", null));
                Await.success(leaving.eventBus().request("org.example.echo", null));
            }
            cluster.stop(leaving);
            Await.until(
                    "the others have noticed",
                    () -> staying.stream().allMatch(node -> LocalCluster.sizeSeenBy(node) == 2));
            for (var message = 0; message < 12; message++) {
                Await.success(staying.get(0).eventBus().request("org.example.echo", null));
            }
            assertThat(log.messages(Level.WARN)).isEmpty();
        }
    }

    @Test
    void a_node_that_has_lost_its_place_in_the_cluster_stops_without_an_error() {
        try (var log = RecordedLog.start(this);
                var cluster = new LocalCluster()) {
            var node = cluster.start();
            LocalCluster.lose(node);
            Await.success(node.close());
            assertThat(log.warnings("leave cluster")).isEmpty();
        }
    }

    private void create(Client client) {
        while (!isOver.get()) {
            var status = client.post("/v1/courses/", course(unique("LEAVE"), "Logic"))
                    .status();
            if (status == 201) {
                created.incrementAndGet();
            } else {
                failures.add(status);
            }
        }
    }

    private void awaitProgress() {
        var before = created.get();
        Await.until("more courses are created", () -> created.get() > before + 50);
    }
}
