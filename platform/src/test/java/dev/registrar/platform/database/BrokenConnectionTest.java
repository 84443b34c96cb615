package dev.registrar.platform.database;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.connection.LossyNetwork;
import dev.registrar.testing.postgresql.EmptyDatabase;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The log says why a connection broke; the client of PostgreSQL would print more past it. */
class BrokenConnectionTest {

    /** Runs a statement during which the connections are reset, and continues to use its connection after it failed. */
    private static Future<Void> breakConnection(SqlConnection connection, Vertx vertx, LossyNetwork network) {
        return connection
                .query("SELECT true")
                .execute()
                .onSuccess(rows -> network.resetConnections())
                .compose(rows -> connection.query("SELECT pg_sleep(1)").execute())
                .transform(broken -> {
                    var later = Promise.<Void>promise();
                    vertx.runOnContext(later::complete);
                    return later.future();
                });
    }

    @Test
    void a_connection_that_breaks_while_it_is_used_prints_no_stack_trace() throws SQLException {
        var printed = new ByteArrayOutputStream();
        var standardError = System.err;
        System.setErr(new PrintStream(printed, true, UTF_8));
        var vertx = Vertx.vertx();
        try (var network = new LossyNetwork()) {
            var configuration = EmptyDatabase.settings(network.inFrontOf(EmptyDatabase.create()));
            var database = Await.success(open(vertx, configuration));
            Await.success(database.inTransaction(connection -> breakConnection(connection, vertx, network))
                    .otherwiseEmpty());
        } finally {
            System.setErr(standardError);
            Await.success(vertx.close());
        }
        assertThat(printed.toString(UTF_8)).doesNotContain("\tat ");
    }

    @Test
    void a_verticle_that_ends_while_it_uses_the_database_logs_no_outage() throws SQLException {
        var vertx = Vertx.vertx();
        try (var network = new LossyNetwork();
                var log = RecordedLog.start(this)) {
            var verticle = new BusyVerticle(EmptyDatabase.settings(network.inFrontOf(EmptyDatabase.create())));
            var deployment = Await.success(vertx.deployVerticle(verticle));
            network.loseNewConnections(true);
            var running = verticle.run();
            var connecting = verticle.run();
            Await.until("a connection is being opened", () -> network.silentConnections() == 1);
            Await.success(vertx.undeploy(deployment));
            Await.until("the statements have failed", () -> running.failed() && connecting.failed());
            assertThat(log.warnings("PostgreSQL")).isEmpty();
        } finally {
            Await.success(vertx.close());
        }
    }

    @Test
    void a_transaction_that_a_busy_node_does_not_complete_in_time_is_no_outage_of_postgresql() throws SQLException {
        var vertx = Vertx.vertx();
        try (var log = RecordedLog.start(this)) {
            var configuration = EmptyDatabase.settings(EmptyDatabase.create());
            configuration.getJsonObject("database").put("statement-timeout", "300 ms");
            var database = Await.success(open(vertx, configuration));
            var late = database.inTransaction(
                    connection -> connection.query("SELECT true").execute().compose(rows -> {
                        keepBusy(Duration.ofMillis(700));
                        return connection.query("SELECT true").execute();
                    }));
            Await.until("PostgreSQL has ended the transaction", late::failed);
            assertThat(log.warnings("this node")).hasSize(1);
        } finally {
            Await.success(vertx.close());
        }
    }

    private static Future<Database> open(Vertx vertx, JsonObject configuration) {
        var settings = Settings.read(configuration, "database", DatabaseSettings.class);
        return Database.open(vertx, settings, TimeLimits.in(configuration), Pool.WRITE);
    }

    private static void keepBusy(Duration time) {
        var end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Runs statements that take longer than its end, on two connections. */
    private static final class BusyVerticle extends AbstractVerticle {
        private final JsonObject configuration;
        private Database database;

        BusyVerticle(JsonObject configuration) {
            this.configuration = configuration;
        }

        @Override
        public void start(Promise<Void> started) {
            open(vertx, configuration)
                    .onSuccess(opened -> database = opened)
                    .<Void>mapEmpty()
                    .onComplete(started);
        }

        Future<?> run() {
            return database.run(new Statement("SELECT pg_sleep(29)", Tuple.tuple()));
        }
    }
}
