package dev.registrar.server.development;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Signals;
import dev.registrar.testing.document.Documents;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.PostgresProcess;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The development service, which the first command of the README starts. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
@ExtendWith(ServiceExtension.class)
class DevelopmentLauncherTest {
    @TempDir
    private static Path dataOfRunning;

    /** For services that run one after the other, so that only the first has to create the database. */
    @TempDir
    private static Path dataOfEnded;

    private static DevelopmentService running;

    @TempDir
    private Path data;

    @BeforeAll
    static void a_running_service() {
        running = DevelopmentService.start(dataOfRunning, Map.of());
    }

    @AfterAll
    static void stop() {
        running.end("TERM");
    }

    private static void expectNoPostgresAfter(String signal, DevelopmentService service) {
        var postgres = service.postgres();
        assertThat(postgres.isAlive()).isTrue();
        service.end(signal);
        Await.until("PostgreSQL has ended", () -> !postgres.isAlive());
    }

    @Test
    void no_postgresql_is_left_running_after_a_kill_during_the_start() {
        var service = DevelopmentService.launch(data, Map.of());
        Await.until("PostgreSQL starts", () -> PostgresProcess.isStarted(data));
        var postgres = service.postgres();
        service.end("KILL");
        Await.until("PostgreSQL has ended", () -> !postgres.isAlive());
    }

    @Test
    void the_development_service_prints_its_url_users_and_an_example_command() {
        assertThat(running.output())
                .contains(
                        "/v1/openapi\n",
                        "/v1/openapi/tutorial",
                        "admin / admin",
                        "reader / reader",
                        "curl -u reader:reader");
    }

    @Test
    void the_first_address_that_the_development_service_prints_can_be_read_without_credentials() {
        Client.of(running.url()).get("/v1/").expectStatus(200).expect("/links/self", running.url() + "/v1/");
    }

    @Test
    void after_each_signal_no_postgresql_is_left_running_and_the_data_is_kept_until_the_option_fresh() {
        var first = DevelopmentService.start(dataOfEnded, Map.of());
        var sample = Integer.parseInt(first.admin().get("/v1/courses/").text("/meta/pagination/count"));
        assertThat(sample).isPositive();
        first.admin().post("/v1/courses/", Documents.course("KEPT1", "Kept")).expectStatus(201);
        expectNoPostgresAfter("KILL", first);

        var second = DevelopmentService.start(dataOfEnded, Map.of());
        second.admin().get("/v1/courses/?filter[course_identifier]=KEPT1").expect("/meta/pagination/count", "1");
        expectNoPostgresAfter("TERM", second);

        var fresh = DevelopmentService.start(dataOfEnded, Map.of(), "--fresh");
        fresh.admin().get("/v1/courses/").expect("/meta/pagination/count", Integer.toString(sample));
        assumeFalse(
                Signals.isIgnored("INT"), "This process ignores the signal, and the processes it starts inherit that");
        expectNoPostgresAfter("INT", fresh);
    }

    @Test
    void a_given_database_is_used_instead_of_an_embedded_one(Service shared) {
        shared.admin()
                .post("/v1/courses/", Documents.course("SHARED1", "Shared"))
                .expectStatus(201);
        var service = DevelopmentService.start(data, Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri()));
        service.admin().get("/v1/courses/?filter[course_identifier]=SHARED1").expect("/meta/pagination/count", "1");
        assertThat(data).isEmptyDirectory();
        service.end("TERM");
    }

    @Test
    void a_second_development_service_on_the_same_data_directory_does_not_start() {
        var second = DevelopmentService.start(dataOfRunning, Map.of());
        assertThat(second.expectFailedStart())
                .startsWith("Another PostgreSQL server")
                .contains(dataOfRunning.toString());
        running.admin().get("/v1/courses/").expectStatus(200);
    }

    @Test
    void a_wrong_setting_stops_the_start_of_the_development_service_with_a_message_that_names_it() {
        var service = DevelopmentService.start(data, Map.of("REGISTRAR_HTTP_PORT", "eighty"));
        assertThat(service.expectFailedStart()).contains("http.port", "eighty");
    }
}
