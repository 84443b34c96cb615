package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.Await;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The stop of a service. {@code RollingRestartIT} tests that no request fails meanwhile. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
@ExtendWith(ServiceExtension.class)
class ShutdownTest {
    @Test
    void a_service_that_stops_is_not_ready_and_serves_requests_until_load_balancers_have_noticed(
            Service shared, @TempDir Path configuration) throws IOException {
        CheckRun.writeUsers(configuration);
        var operationsPort = FreePorts.next();
        var service = ServiceProcess.launch(
                Launcher.class,
                Map.of(
                        "REGISTRAR_DATABASE_URI",
                        shared.databaseUri(),
                        "REGISTRAR_OPERATIONS_HEALTH",
                        "true",
                        "REGISTRAR_OPERATIONS_PORT",
                        Integer.toString(operationsPort),
                        "REGISTRAR_HTTP_DRAIN_DELAY",
                        "4 s"),
                "--conf",
                configuration.toString());
        service.awaitReady();
        var operations = Client.of("http://127.0.0.1:" + operationsPort);
        operations.get("/ready").expectStatus(200);

        service.signal("TERM");
        var signalled = System.nanoTime();
        Await.until(
                "the service is no longer ready", () -> operations.get("/ready").status() == 503);
        expectLastResponse(service);
        Await.until(
                "half of the delay is over",
                () -> System.nanoTime() - signalled > Duration.ofSeconds(2).toNanos());
        expectLastResponse(service);

        assertThat(service.awaitEnd()).as(service.output()).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - signalled))
                .isBetween(Duration.ofMillis(3900), Duration.ofSeconds(30));
        assertThat(service.output()).doesNotContain("WARN", "ERROR");
    }

    private static void expectLastResponse(ServiceProcess service) throws IOException {
        try (var connection = OpenConnection.to(service.port())) {
            connection.send("""
                    GET /v1/openapi.json HTTP/1.1
                    Host: localhost

                    """);
            assertThat(connection.readLine()).isEqualTo("HTTP/1.1 200 OK");
            var rest = connection.readAll().strip();
            assertThat(rest).containsIgnoringCase("connection: close").endsWith("}");
        }
    }
}
