package dev.registrar.server.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.DocumentedDatabase;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The statements of the runbook, by which an operator finds the transaction that the service has to wait for. */
class RunbookStatementsTest {
    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_with_long_timeouts() throws Exception {
        service = Service.startWithLongTimeouts();
    }

    /** Returns the processes that a statement of the runbook finds. */
    private static List<String> found(int statement) throws IOException {
        var documented = DocumentedDatabase.statements("docs/runbook.md", "sql").get(statement);
        return Sql.read(service.databaseUri(), "SELECT by_pid FROM (%s) AS found".formatted(documented));
    }

    private static String processOf(Connection session) {
        return Sql.read(session, "SELECT pg_backend_pid()").get(0);
    }

    @Test
    void the_first_statement_finds_the_transaction_for_which_a_request_waits() throws Exception {
        CompletableFuture<?> waiting;
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE course.courses IN ACCESS EXCLUSIVE MODE")) {
            waiting = CompletableFuture.runAsync(
                    () -> service.reader().get("/v1/courses/?page[size]=1").expectStatus(200));
            Await.until("the request waits", () -> Sql.waitingForLocks(service.databaseUri()) > 0);
            assertThat(found(0)).isNotEmpty().containsOnly(processOf(session));
            session.rollback();
        }
        waiting.join();
    }

    @Test
    void the_second_statement_finds_the_transaction_that_keeps_registrations_locked_for_which_nothing_waits()
            throws Exception {
        try (var session = Sql.hold(service.databaseUri(), "SELECT FROM registration.registrations FOR UPDATE");
                var reading = Sql.hold(service.databaseUri(), "SELECT FROM registration.registrations")) {
            assertThat(found(0)).isEmpty();
            assertThat(found(1)).containsExactly(processOf(session)).doesNotContain(processOf(reading));
        }
    }
}
