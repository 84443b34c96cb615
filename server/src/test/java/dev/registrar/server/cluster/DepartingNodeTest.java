package dev.registrar.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the log says of a node that leaves. {@code RollingRestartIT} tests that no request fails meanwhile. */
class DepartingNodeTest {
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
}
