package dev.registrar.resource.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.Sql;
import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.DatabaseSettings;
import dev.registrar.resource.database.Pool;
import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.TimeLimits;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** The events of a schema in the database, over one connection, whose statistics PostgreSQL shows at once. */
@ExtendWith(ServiceExtension.class)
class EventLogTest {
    private static final String ROWS_READ_WITHOUT_INDEX = """
            SELECT seq_tup_read, pg_stat_force_next_flush()
            FROM pg_stat_user_tables WHERE schemaname = 'course' AND relname = 'events'""";

    private Vertx vertx;
    private Database database;
    private EventLog log;

    @BeforeEach
    void an_up_to_date_database(Service service) throws SQLException {
        var configuration = Service.configuration(Sql.newDatabase(service.databaseUri()));
        var settings = Settings.read(configuration, "database", DatabaseSettings.class);
        vertx = Vertx.vertx();
        Await.success(Migrations.run(vertx, settings, CourseVerticle.SCHEMA));
        var limits = TimeLimits.in(configuration);
        database = Await.success(Database.open(vertx, settings, limits, Pool.WRITE));
        log = new EventLog(database, "course");
    }

    @AfterEach
    void close() {
        Await.success(vertx.close());
    }

    @CanIgnoreReturnValue
    private long run(String sql) {
        var rows =
                Await.success(database.run(new Statement(sql, Tuple.tuple()))).iterator();
        return rows.hasNext() ? rows.next().getLong(0) : 0;
    }

    /** Statistics become visible when a later transaction ends. */
    private long rowsReadWithoutIndex() {
        run(ROWS_READ_WITHOUT_INDEX);
        return run(ROWS_READ_WITHOUT_INDEX);
    }

    private void create(int courses) {
        run("""
            INSERT INTO course.courses
            SELECT gen_random_uuid(), '', '', '', '', 'E' || n, 'Logic', '', NULL, NULL, 'user', now()
            FROM generate_series(1, %s) AS n""".formatted(courses));
    }

    @Test
    void events_are_found_by_an_index_even_if_there_were_none_when_publishing_began() {
        run("VACUUM (ANALYZE) course.events");
        List<JsonObject> published = new ArrayList<>();
        for (var poll = 0; poll < 12; poll++) {
            assertThat(Await.success(log.publishNext(published::add))).isFalse();
        }
        create(3_000);
        var before = rowsReadWithoutIndex();
        while (Await.success(log.publishNext(published::add))) {
            assertThat(published).isNotEmpty();
        }
        assertThat(published).hasSize(3_000);
        assertThat(rowsReadWithoutIndex() - before)
                .as("rows of the table that were read without an index")
                .isLessThan(3_000);
    }

    @Test
    void an_old_event_is_removed_only_after_it_was_published() {
        create(101);
        List<JsonObject> published = new ArrayList<>();
        assertThat(Await.success(log.publishNext(published::add))).isTrue();
        assertThat(published).hasSize(100);
        run("UPDATE course.events SET occurred_at = '2020-01-01'");
        var warning = new ProcessWarning(vertx, LoggerFactory.getLogger(getClass()), "Events cannot be removed");
        vertx.runOnContext(
                start -> log.removal(vertx, Duration.ofHours(5), warning).start(Duration.ofHours(5)));
        Await.until(
                "the published events are removed",
                () -> run("SELECT count(*) FROM course.events WHERE position IS NOT NULL") == 0);
        assertThat(run("SELECT count(*) FROM course.events")).isEqualTo(1);
    }
}
