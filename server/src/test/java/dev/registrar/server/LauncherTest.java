package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.registrar.platform.operations.StartFailure;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.Signals;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The start of the service for production. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
@ExtendWith(ServiceExtension.class)
class LauncherTest {
    @TempDir
    private Path configuration;

    private ServiceProcess launch(Map<String, String> environment) {
        var service = ServiceProcess.launch(Launcher.class, environment, "--conf", configuration.toString());
        service.awaitReady();
        return service;
    }

    @Test
    void default_passwords_stop_the_start(Service shared) {
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri()));
        assertThat(service.expectFailedStart(StartFailure.CONFIGURATION))
                .contains("users.properties", "authentication.basic");
        assertThat(service.output()).doesNotContain("Registrar is ready");
    }

    @Test
    void an_operations_port_on_which_nothing_listens_is_logged() {
        var service = launch(Map.of(
                "REGISTRAR_OPERATIONS_PORT", "4711", "REGISTRAR_DATABASE_URI", "postgresql://nobody@127.0.0.1:1/none"));
        assertThat(service.output()).contains("Nothing listens on 127.0.0.1:4711 (operations.port)");
    }

    @Test
    void with_basic_authentication_switched_off_no_password_is_accepted(Service shared) {
        var port = shared.startGateway(
                "authentication",
                new JsonObject()
                        .put("basic", false)
                        .put("oauth2-issuer", "http://127.0.0.1:1")
                        .put("oauth2-audience", "course-api"));
        var rejected = Client.of("http://127.0.0.1:" + port)
                .withCredentials("admin", "admin")
                .get("/v1/courses/")
                .expectStatus(401);
        assertThat(rejected.headers("WWW-Authenticate")).containsExactly("Bearer realm=\"registrar\"");
    }

    @Test
    void a_database_role_with_too_few_connections_stops_the_start(Service shared) throws IOException, SQLException {
        Sql.execute(shared.databaseUri(), "CREATE ROLE frugal LOGIN CONNECTION LIMIT 3 IN ROLE postgres");
        CheckRun.writeUsers(configuration);
        var service =
                launch(Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri().replace("postgres:postgres@", "frugal@")));
        assertThat(service.expectFailedStart(StartFailure.DATABASE))
                .startsWith("PostgreSQL at 127.0.0.1")
                .contains("too many connections for role");
        assertThat(service.output()).doesNotContain("Registrar is ready");
    }

    @Test
    void a_cluster_port_in_use_stops_the_start_before_the_node_joins_the_cluster(Service shared) throws IOException {
        CheckRun.writeUsers(configuration);
        var port = Integer.toString(URI.create(shared.url()).getPort());
        var service = ServiceProcess.launch(
                Launcher.class,
                Map.of(
                        "REGISTRAR_DATABASE_URI", "postgresql://nobody@127.0.0.1:1/none",
                        "REGISTRAR_CLUSTER_SECRET", "one that nobody guesses",
                        "REGISTRAR_CLUSTER_PORT", port),
                "--conf",
                configuration.toString(),
                "--cluster");
        assertThat(service.expectFailedStart(StartFailure.ADDRESS)).contains(port, "choose another cluster.port");
        assertThat(service.output()).doesNotContain("Hazelcast", "at dev.registrar", "Exception");
    }

    @Test
    void sighup_stops_a_service_gracefully_whose_small_heap_is_logged_and_a_second_signal_ends_it_at_once(
            Service shared) throws IOException {
        assumeFalse(
                Signals.isIgnored("HUP"), "This process ignores the signal, and the processes it starts inherit that");
        CheckRun.writeUsers(configuration);
        var service = launch(Map.of(
                "JAVA_TOOL_OPTIONS", "-Xmx200m",
                "REGISTRAR_DATABASE_URI", shared.databaseUri(),
                "REGISTRAR_HTTP_DRAIN_DELAY", "9700 ms"));
        assertThat(service.output()).contains("smallest supported one is 256 MB");
        service.signal("HUP");
        service.awaitLogged(Pattern.compile("stops in 9700 ms"));
        var second = System.nanoTime();
        service.signal("TERM");
        assertThat(service.awaitEnd()).isEqualTo(143);
        assertThat(Duration.ofNanos(System.nanoTime() - second)).isLessThan(Duration.ofSeconds(8));
    }
}
