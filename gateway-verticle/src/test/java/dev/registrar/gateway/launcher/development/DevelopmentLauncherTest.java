package dev.registrar.gateway.launcher.development;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.PostgresProcess;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.Signals;
import dev.registrar.gateway.testing.document.Documents;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a developer relies on who types the first command of the README. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "There are no such signals")
@ExtendWith(ServiceExtension.class)
class DevelopmentLauncherTest {
    @TempDir
    private static Path dataOfRunning;

    private static DevelopmentService running;

    @TempDir
    private Path data;

    @BeforeAll
    static void a_service_that_runs() {
        running = DevelopmentService.start(dataOfRunning, Map.of());
    }

    @AfterAll
    static void stop() {
        running.end("TERM");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "KILL"})
    void no_postgres_is_left_behind(String signal) {
        assumeFalse(Signals.isIgnored(signal), "What these tests start inherits that the signal is ignored");
        var service = DevelopmentService.start(data, Map.of());
        var postgres = service.postgres();
        assertThat(postgres.isAlive()).isTrue();
        service.end(signal);
        Await.until("PostgreSQL has ended", () -> !postgres.isAlive());
    }

    @Test
    void no_postgres_is_left_behind_by_a_kill_during_the_start() {
        var service = DevelopmentService.launch(data, Map.of());
        Await.until("PostgreSQL starts", () -> PostgresProcess.isStarted(data));
        var postgres = service.postgres();
        service.end("KILL");
        Await.until("PostgreSQL has ended", () -> !postgres.isAlive());
    }

    @Test
    void it_says_how_to_go_on() {
        assertThat(running.output())
                .contains("/v1/openapi", "admin / admin", "reader / reader", "curl -u reader:reader");
    }

    @Test
    void data_is_kept_between_runs_even_after_a_kill_and_fresh_starts_anew() {
        var first = DevelopmentService.start(data, Map.of());
        var sample = Integer.parseInt(first.admin().get("/v1/courses/").text("/meta/pagination/count"));
        assertThat(sample).isPositive();
        first.admin().post("/v1/courses/", Documents.course("KEPT1", "Kept")).expectStatus(201);
        first.end("KILL");

        var second = DevelopmentService.start(data, Map.of());
        second.admin().get("/v1/courses/?filter[course_identifier]=KEPT1").expect("/meta/pagination/count", "1");
        second.end("TERM");

        var fresh = DevelopmentService.start(data, Map.of(), "--fresh");
        fresh.admin().get("/v1/courses/").expect("/meta/pagination/count", Integer.toString(sample));
        fresh.end("TERM");
    }

    @Test
    void a_given_database_is_used_instead_of_an_embedded_one(Service other) {
        other.admin()
                .post("/v1/courses/", Documents.course("SHARED1", "Shared"))
                .expectStatus(201);
        var service = DevelopmentService.start(data, Map.of("REGISTRAR_DATABASE_URI", other.databaseUri()));
        service.admin().get("/v1/courses/?filter[course_identifier]=SHARED1").expect("/meta/pagination/count", "1");
        assertThat(data).isEmptyDirectory();
        service.end("TERM");
    }

    @Test
    void a_port_that_is_taken_stops_the_start_with_the_remedy(Service other) {
        var port = Integer.toString(URI.create(other.url()).getPort());
        var service = DevelopmentService.start(data, Map.of("REGISTRAR_HTTP_PORT", port));
        assertThat(service.expectFailedStart()).contains(port, "http.port");
    }

    @Test
    void two_services_cannot_use_one_data_directory() {
        var second = DevelopmentService.start(dataOfRunning, Map.of());
        assertThat(second.expectFailedStart())
                .startsWith("Registrar's development service is running already, at " + running.url())
                .contains(dataOfRunning.toString(), "REGISTRAR_DEVELOPMENT_DATA_DIRECTORY", "REGISTRAR_HTTP_PORT");
        running.admin().get("/v1/courses/").expectStatus(200);
    }

    @Test
    void a_wrong_setting_stops_the_start_with_its_name() {
        var service = DevelopmentService.start(data, Map.of("REGISTRAR_HTTP_PORT", "eighty"));
        assertThat(service.expectFailedStart()).contains("http.port", "eighty");
    }
}
