package dev.registrar.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.postgresql.EmptyDatabase;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Old rows are removed some time, even if that is impossible at first. */
class RegularRemovalTest {
    private static final String WARNING = "Old papers currently cannot be removed";

    private static final String BATCH = """
            WITH removed AS (
                DELETE FROM papers WHERE number = ANY(ARRAY(SELECT number FROM papers LIMIT $1)) RETURNING number
            )
            SELECT count(*) FROM removed""";

    @AutoClose
    private Vertx vertx;

    private String uri;
    private Database database;

    @BeforeEach
    void an_empty_database() throws SQLException {
        uri = EmptyDatabase.create();
        vertx = Vertx.vertx();
        var configuration = EmptyDatabase.settings(uri);
        database = Await.success(Database.open(
                vertx,
                Settings.read(configuration, "database", DatabaseSettings.class),
                TimeLimits.in(configuration),
                Pool.BACKGROUND));
    }

    @Test
    void a_removal_that_fails_is_reported_and_repeated() throws SQLException {
        Sql.execute(uri, "CREATE VIEW papers AS SELECT DISTINCT 1 AS number");
        try (var log = RecordedLog.start(this)) {
            var warning = new ProcessWarning(vertx, LoggerFactory.getLogger(getClass()), WARNING);
            var batch = new Statement(BATCH, Tuple.of(RegularRemoval.BATCH));
            vertx.runOnContext(
                    start -> new RegularRemoval(vertx, database, batch, warning).start(Duration.ofMillis(20)));
            Await.until("the failure is reported", () -> !log.warnings(WARNING).isEmpty());
            assertThat(log.warnings(WARNING).get(0)).contains("papers");
        }
        Sql.execute(uri, "DROP VIEW papers");
        Sql.execute(uri, "CREATE TABLE papers AS SELECT n AS number FROM generate_series(1, 2100) AS n");
        Await.until("the rows are removed", () -> Sql.count(uri, "papers") == 0);
    }
}
