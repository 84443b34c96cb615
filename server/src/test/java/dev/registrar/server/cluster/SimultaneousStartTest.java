package dev.registrar.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import io.vertx.core.Future;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Three nodes that start at the same time, on an empty database. */
class SimultaneousStartTest {

    @Test
    void nodes_that_start_together_have_nothing_to_warn_of() throws IOException {
        try (var log = RecordedLog.start(this);
                var database = ServiceDatabase.start();
                var cluster = new LocalCluster()) {
            var deployed = cluster.startTogether(3).stream()
                    .map(node -> new Deployment(node, Service.configuration(database.uri())).start())
                    .toList();
            Await.success(Future.all(deployed));
            assertThat(log.warnings("")).isEmpty();
        }
    }
}
