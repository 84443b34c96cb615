package dev.registrar.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Somebody drops tables under a running service, or restores those of another version. */
class MissingTablesTest {
    @AutoClose
    private static Service service;

    @BeforeAll
    static void start() throws Exception {
        service = Service.start("operations", new JsonObject().put("health", true));
    }

    private static int statusOfRead() {
        return service.reader().get("/v1/courses/?page[size]=1").status();
    }

    private static int readiness() {
        return service.operations().get("/ready").status();
    }

    @ParameterizedTest
    @CsvSource({
        "ALTER TABLE course.courses RENAME TO mislaid, ALTER TABLE course.mislaid RENAME TO courses",
        "ALTER TABLE course.courses RENAME suffix_two TO mislaid, ALTER TABLE course.courses RENAME mislaid TO suffix_two",
        "ALTER SCHEMA course RENAME TO mislaid, ALTER SCHEMA mislaid RENAME TO course"
    })
    void requests_get_503_while_tables_are_missing_the_node_is_not_ready_and_the_log_says_what_is_missing(
            String dropping, String restoring) throws SQLException {
        Await.until("the node is ready", () -> statusOfRead() == 200 && readiness() == 200);
        try (var log = RecordedLog.start(this)) {
            Sql.execute(service.databaseUri(), dropping);
            Await.until("the node is not ready", () -> statusOfRead() != 200 && readiness() == 503);
            service.reader()
                    .get("/v1/courses/")
                    .expectStatus(503)
                    .expectHeader("Retry-After", "1")
                    .expectError("service_unavailable");
            Sql.execute(service.databaseUri(), restoring);
            Await.until("the node is ready again", () -> statusOfRead() == 200 && readiness() == 200);
            Await.until(
                    "the log says so",
                    () -> statusOfRead() == 200
                            && log.messages(Level.INFO).stream()
                                    .anyMatch(message -> message.startsWith("PostgreSQL is available again")));
            assertThat(log.warnings("does not exist")).isNotEmpty().doesNotHaveDuplicates();
            assertThat(log.messages(Level.ERROR)).isEmpty();
        }
    }
}
