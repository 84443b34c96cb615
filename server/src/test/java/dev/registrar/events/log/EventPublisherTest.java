package dev.registrar.events.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.course.CourseVerticle;
import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.database.Pool;
import dev.registrar.platform.database.Statement;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
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

/** The events of a schema in the database, over one connection, whose statistics PostgreSQL shows at once. */
@ExtendWith(ServiceExtension.class)
class EventPublisherTest {
    private static final String ROWS_READ_WITHOUT_INDEX = """
            SELECT seq_tup_read, pg_stat_force_next_flush()
            FROM pg_stat_user_tables WHERE schemaname = 'course' AND relname = 'events'""";

    private Vertx vertx;
    private Database database;
    private EventPublisher publisher;

    @BeforeEach
    void an_up_to_date_database(Service service) throws SQLException {
        var configuration = Service.configuration(Sql.newDatabase(service.databaseUri()));
        var settings = Settings.read(configuration, "database", DatabaseSettings.class);
        vertx = Vertx.vertx();
        Await.success(Migrations.run(vertx, settings, CourseVerticle.SCHEMA));
        var limits = TimeLimits.in(configuration);
        database = Await.success(Database.open(vertx, settings, limits, Pool.WRITE));
        publisher = new EventPublisher(vertx, database, "course");
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
            assertThat(Await.success(publisher.publishNext(published::add))).isFalse();
        }
        create(3_000);
        var before = rowsReadWithoutIndex();
        while (Await.success(publisher.publishNext(published::add))) {
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
        assertThat(Await.success(publisher.publishNext(published::add))).isTrue();
        assertThat(published).hasSize(100);
        run("UPDATE course.events SET occurred_at = '2020-01-01'");
        vertx.runOnContext(start -> publisher.startPruning(Duration.ofHours(5)));
        Await.until(
                "the published events are removed",
                () -> run("SELECT count(*) FROM course.events WHERE position IS NOT NULL") == 0);
        assertThat(run("SELECT count(*) FROM course.events")).isEqualTo(1);
    }
}
