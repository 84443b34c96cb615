package dev.registrar.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.Signals;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** While PostgreSQL is down, requests get 503 with {@code Retry-After}. {@link SilentDatabaseTest} states the recovery. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "There are no such signals")
class DatabaseAwayTest {
    /** More than the connections of a verticle, so some requests time out while they wait for one. */
    private static final List<Integer> CLIENTS = IntStream.range(0, 12).boxed().toList();

    @Test
    void requests_get_503_after_the_database_has_stopped_and_the_log_says_so_once() throws Exception {
        try (var service = Service.start();
                var log = RecordedLog.start(this)) {
            service.reader().get("/v1/courses/").expectStatus(200);
            var postgres = service.postgres();
            Signals.send("QUIT", postgres.postmaster());
            Await.until("PostgreSQL has ended", () -> !postgres.isAlive());
            InParallel.forEach(
                    CLIENTS,
                    client -> service.reader()
                            .get("/v1/courses/")
                            .expectStatus(503)
                            .expectHeader("Retry-After", "1")
                            .expectError("service_unavailable")
                            .expect("/errors/0/detail", "The database currently cannot be reached; try again."));
            assertThat(log.messages(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains("PostgreSQL currently cannot be reached");
        }
    }
}
