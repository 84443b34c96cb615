package dev.registrar.server.development;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.registrar.testing.Await;
import dev.registrar.testing.Signals;
import dev.registrar.testing.document.Documents;
import dev.registrar.testing.postgresql.PostgresProcess;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The development service, which the first command of the README starts. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
class DevelopmentLauncherTest {
    @TempDir
    private Path data;

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
    void after_each_signal_no_postgresql_is_left_running_and_the_data_is_kept_until_the_option_fresh() {
        var first = DevelopmentService.start(data, Map.of());
        var sample = Integer.parseInt(first.admin().get("/v1/courses/").text("/meta/pagination/count"));
        assertThat(sample).isPositive();
        first.admin().post("/v1/courses/", Documents.course("KEPT1", "Kept")).expectStatus(201);
        expectNoSecondStart(first);
        expectNoPostgresAfter("KILL", first);
        var second = DevelopmentService.start(data, Map.of());
        second.admin().get("/v1/courses/?filter[course_identifier]=KEPT1").expect("/meta/pagination/count", "1");
        expectNoPostgresAfter("TERM", second);
        var fresh = DevelopmentService.start(data, Map.of(), "--fresh");
        fresh.admin().get("/v1/courses/").expect("/meta/pagination/count", Integer.toString(sample));
        assumeFalse(
                Signals.isIgnored("INT"), "This process ignores the signal, and the processes it starts inherit that");
        expectNoPostgresAfter("INT", fresh);
    }

    private void expectNoSecondStart(DevelopmentService running) {
        assertThat(DevelopmentService.start(data, Map.of()).expectFailedStart())
                .startsWith("Another PostgreSQL server")
                .contains(data.toString());
        running.admin().get("/v1/courses/").expectStatus(200);
    }
}
