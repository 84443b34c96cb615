package dev.registrar.resource.database;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.node.LossyNetwork;
import dev.registrar.resource.database.server.DatabaseSettings;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.TimeLimits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The log says why a connection broke; the client of PostgreSQL would print more past it. */
@ExtendWith(ServiceExtension.class)
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
    void a_connection_that_breaks_while_it_is_used_prints_no_stack_trace(Service service) {
        var printed = new ByteArrayOutputStream();
        var standardError = System.err;
        System.setErr(new PrintStream(printed, true, UTF_8));
        try (var network = new LossyNetwork()) {
            var configuration = Service.configuration(network.inFrontOf(service.databaseUri()));
            var settings = Settings.read(configuration, "database", DatabaseSettings.class);
            var limits = TimeLimits.in(configuration);
            var database =
                    Await.success(Database.open(service.vertx(), settings, limits, "broken connection", 1, Map.of()));
            Await.success(database.inTransaction(connection -> breakConnection(connection, service.vertx(), network))
                    .otherwiseEmpty());
        } finally {
            System.setErr(standardError);
        }
        assertThat(printed.toString(UTF_8)).doesNotContain("\tat ");
    }
}
