package dev.registrar.resource.writing.concurrency;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.postgresql.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.testing.Await;
import dev.registrar.testing.connection.LossyNetwork;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A loan whose commit succeeded but was not acknowledged; a retry with the same key returns the result. */
class LostCommitTest {
    private static final long LOCK = 4711;

    /** Makes the commit of a loan wait for an advisory lock. */
    private static final String HOLD_COMMITS = """
            CREATE FUNCTION hold_commit() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM pg_advisory_xact_lock_shared(%s);
                RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER hold_commit AFTER INSERT ON lending.loans
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_commit()""".formatted(LOCK);

    @Test
    void a_retry_after_an_unacknowledged_commit_gets_the_response_at_once() throws Exception {
        var settings = new JsonObject()
                .put("http", new JsonObject().put("reply-timeout", "4 s"))
                .put(
                        "database",
                        new JsonObject().put("statement-timeout", "3700 ms").put("lock-timeout", "3600 ms"));
        try (var network = new LossyNetwork();
                var library = Library.start(settings, network::inFrontOf);
                var session = library.databaseSession()) {
            var book = library.newBook();
            var client = library.admin()
                    .withHeader("Idempotency-Key", UUID.randomUUID().toString());
            var document = loan(unique("commits"), book);
            execute(session, HOLD_COMMITS);
            execute(session, "SELECT pg_advisory_lock(%s)".formatted(LOCK));
            var first = CompletableFuture.supplyAsync(() -> client.post("/v1/loans/", document));
            Await.until(
                    "the commit waits",
                    () -> Sql.count(library.databaseUri(), "pg_locks WHERE locktype = 'advisory' AND NOT granted") > 0);
            network.loseConnections();
            execute(session, "SELECT pg_advisory_unlock(%s)".formatted(LOCK));
            first.join().expectStatus(503);
            var heard = System.nanoTime();
            Await.until(
                    "the retry gets the response",
                    () -> client.post("/v1/loans/", document).status() < 300);
            assertThat(Duration.ofNanos(System.nanoTime() - heard)).isLessThan(Duration.ofMillis(3_500));
        }
    }
}
