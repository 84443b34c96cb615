package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.operations.StartFailure;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.postgresql.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --check} reports about the other members of the cluster. */
@ExtendWith(ServiceExtension.class)
class CheckOfClusterTest {
    private static final String SECRET = "one that nobody guesses";

    private CheckRun check;

    @BeforeEach
    void a_configuration(@TempDir Path folder) throws IOException {
        check = CheckRun.withUsers(folder);
    }

    @Test
    void a_check_of_a_cluster_reports_its_members_without_joining_it(Service service) throws IOException {
        try (var cluster = new LocalCluster();
                var taken = CheckRun.taken()) {
            var node = cluster.start();
            var member = "127.0.0.1:" + LocalCluster.portOf(node);
            var settings = cluster.settings();
            Map<String, String> environment = new HashMap<>(Map.of(
                    "REGISTRAR_DATABASE_URI", service.databaseUri(),
                    "REGISTRAR_CLUSTER_NAME", settings.getString("name"),
                    "REGISTRAR_CLUSTER_SECRET", settings.getString("secret"),
                    "REGISTRAR_CLUSTER_PORT", Integer.toString(taken.getLocalPort()),
                    "REGISTRAR_CLUSTER_MEMBERS", member + ", 127.0.0.1:1"));
            var status = check.run(true, environment);
            assertThat(status).isEqualTo(StartFailure.ADDRESS.exitCode());
            assertThat(LocalCluster.sizeSeenBy(node)).isEqualTo(1);
            assertThat(check.lines())
                    .anyMatch(line -> line.matches("cluster.port +WRONG .*choose another cluster.port.*"))
                    .anyMatch(line ->
                            line.matches("other members +OK +%s is a node of this cluster, 127.0.0.1:1 is not running"
                                    .formatted(member)));

            environment.put("REGISTRAR_CLUSTER_SECRET", SECRET);
            var database = "127.0.0.1:" + URI.create(service.databaseUri()).getPort();
            environment.put("REGISTRAR_CLUSTER_MEMBERS", member + ", " + database);
            assertThat(check.run(true, environment)).isEqualTo(StartFailure.ADDRESS.exitCode());
            assertThat(check.lines())
                    .filteredOn(line -> line.matches("other members +WRONG .*"))
                    .singleElement()
                    .asString()
                    .contains(
                            member + ": it has another cluster.secret",
                            database + ": what listens there is not a Registrar node");
        }
    }

    @Test
    void a_check_reports_a_member_whose_name_has_no_address(Service service) throws IOException {
        var status = check.run(
                true,
                Map.of(
                        "REGISTRAR_DATABASE_URI",
                        service.databaseUri(),
                        "REGISTRAR_CLUSTER_SECRET",
                        SECRET,
                        "REGISTRAR_CLUSTER_PORT",
                        Integer.toString(FreePorts.next()),
                        "REGISTRAR_CLUSTER_MEMBERS",
                        "node.invalid"));
        assertThat(status).isEqualTo(StartFailure.CLUSTER.exitCode());
        assertThat(check.lines())
                .filteredOn(line -> line.contains("WRONG"))
                .singleElement()
                .asString()
                .matches("other members +WRONG .*the name node.invalid has no address.*");
    }
}
