package dev.registrar.server.database;

import static dev.registrar.server.testing.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.course.CourseVerticle;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.type.Schema;
import dev.registrar.server.testing.Await;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.Sql;
import io.vertx.core.Future;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** During a rolling upgrade, nodes start on a schema that a newer version has migrated. */
@ExtendWith(ServiceExtension.class)
class SchemaVersionTest {
    private Service service;
    private String database;
    private DatabaseSettings settings;

    @BeforeEach
    void an_empty_database(Service service) throws SQLException {
        this.service = service;
        database = Sql.newDatabase(service.databaseUri());
        settings = Settings.read(Service.configuration(database), "database", DatabaseSettings.class);
    }

    private Future<Void> migrate() {
        return Migrations.run(service.vertx(), settings, CourseVerticle.SCHEMA);
    }

    private void newerVersion(int number, int oldestUser) throws SQLException {
        execute(
                database,
                "UPDATE course.schema_version SET version = %s, oldest_user = %s".formatted(number, oldestUser));
    }

    private String definitionOfEvents() {
        return Sql.readOne(database, "SELECT pg_get_functiondef('course.courses_resource'::regproc)");
    }

    @Test
    void nodes_can_migrate_concurrently() {
        var nodes = Stream.generate(this::migrate).limit(5).toList();
        assertThatCode(() -> Await.success(Future.join(nodes))).doesNotThrowAnyException();
    }

    @Test
    void a_schema_extended_by_a_newer_version_is_used_unchanged() throws SQLException {
        Await.success(migrate());
        execute(database, """
                CREATE OR REPLACE FUNCTION course.courses_resource(r course.courses) RETURNS jsonb LANGUAGE sql STABLE
                AS $$ SELECT '{"type": "of a newer version"}'::jsonb $$;
                UPDATE course.flyway_schema_history SET checksum = 1 WHERE description = 'triggers of events'""");
        newerVersion(4711, 1);
        Await.success(migrate());
        assertThat(definitionOfEvents()).contains("of a newer version");
    }

    @Test
    void a_schema_that_lacks_something_this_version_needs_is_rejected_and_named() throws SQLException {
        Await.success(migrate());
        newerVersion(4711, 4710);
        assertThatThrownBy(() -> Await.success(migrate()))
                .hasStackTraceContaining("schema \"course\" is newer than this version of Registrar")
                .hasStackTraceContaining("cannot work with V4711: that needs V4710 or later");
    }

    @Test
    void a_declared_version_is_recorded_with_the_oldest_one_that_can_work_with_it() throws SQLException {
        Await.success(migrate());
        var next = new Schema("course", 4711, 4710, CourseVerticle.SCHEMA.types());
        Await.success(Migrations.run(service.vertx(), settings, next));
        assertThatThrownBy(() -> Await.success(migrate())).hasStackTraceContaining("that needs V4710 or later");
        var after = new Schema("course", 4712, 4711, CourseVerticle.SCHEMA.types());
        Await.success(Migrations.run(service.vertx(), settings, after));
        assertThatCode(() -> Await.success(Migrations.run(service.vertx(), settings, next)))
                .doesNotThrowAnyException();
    }
}
