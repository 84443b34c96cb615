package dev.registrar.gateway.database;

import static dev.registrar.gateway.testing.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.Sql;
import dev.registrar.resource.database.DatabaseSettings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.settings.Settings;
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

    private void migrationOfANewerVersion(String description) throws SQLException {
        execute(database, """
                INSERT INTO course.flyway_schema_history
                SELECT max(installed_rank) + 1, '4711', '%s', 'SQL', 'V4711__it.sql', 1, 'postgres', now(), 5, true
                FROM course.flyway_schema_history""".formatted(description));
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
        migrationOfANewerVersion("one more column");
        Await.success(migrate());
        assertThat(definitionOfEvents()).contains("of a newer version");
    }

    @Test
    void a_schema_that_lacks_something_this_version_needs_is_rejected_and_named() throws SQLException {
        Await.success(migrate());
        migrationOfANewerVersion("no suffix two since V4710");
        assertThatThrownBy(() -> Await.success(migrate()))
                .hasStackTraceContaining("schema \"course\" is newer than this version of Registrar")
                .hasStackTraceContaining("V4711 (no suffix two since V4710)");
    }

    @Test
    void a_schema_that_lacks_only_what_this_version_does_not_use_is_accepted() throws SQLException {
        Await.success(migrate());
        migrationOfANewerVersion("no suffix two since V1");
        assertThatCode(() -> Await.success(migrate())).doesNotThrowAnyException();
    }
}
