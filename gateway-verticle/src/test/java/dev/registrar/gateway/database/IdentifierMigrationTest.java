package dev.registrar.gateway.database;

import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.resource.database.server.DatabaseSettings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.type.Schema;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Migration of a database from the time when two identifiers could differ in letter case alone. */
@ExtendWith(ServiceExtension.class)
class IdentifierMigrationTest {
    private static void execute(String databaseUri, String... statements) throws SQLException {
        try (var session = Service.databaseSession(databaseUri);
                var statement = session.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String newDatabase(Service service) throws SQLException {
        var name = unique("identifiers");
        execute(service.databaseUri(), "CREATE DATABASE " + name);
        return service.databaseUri().replaceAll("/postgres$", "/" + name);
    }

    private static void migrate(Service service, String databaseUri, Schema schema) {
        var settings = Settings.read(Service.configuration(databaseUri), "database", DatabaseSettings.class);
        Await.success(Migrations.run(service.vertx(), settings, schema));
    }

    /** Migrates a schema as far as an earlier version of the service did, but without the functions of this version. */
    private static void migrateTo(String databaseUri, String schema, String target) {
        Flyway.configure()
                .dataSource(Service.jdbcUrl(databaseUri), "postgres", "postgres")
                .schemas(schema)
                .locations("classpath:db/" + schema)
                .target(target)
                .repeatableSqlMigrationPrefix("none")
                .load()
                .migrate();
    }

    private static void insertCourses(String databaseUri, String... identifiers) throws SQLException {
        for (var identifier : identifiers) {
            execute(databaseUri, """
                    INSERT INTO course.courses VALUES (
                        gen_random_uuid(), '', '', '', '', '%s', 'Logic', '', NULL, NULL, 'x', now())""".formatted(identifier));
        }
    }

    @Test
    void the_migration_fails_and_names_duplicate_course_identifiers_until_they_are_renamed(Service service)
            throws SQLException {
        var database = newDatabase(service);
        migrateTo(database, "course", "1");
        insertCourses(database, "mat1", "MAT1", "other");
        assertThatThrownBy(() -> migrate(service, database, CourseVerticle.SCHEMA))
                .hasRootCauseInstanceOf(SQLException.class)
                .rootCause()
                .hasMessageContaining("mat1, MAT1");
        execute(database, "UPDATE course.courses SET course_identifier = 'MAT2' WHERE course_identifier = 'MAT1'");
        assertThatCode(() -> migrate(service, database, CourseVerticle.SCHEMA)).doesNotThrowAnyException();
    }

    @Test
    void the_migration_fails_and_names_duplicate_registrations_until_they_are_deleted(Service service)
            throws SQLException {
        var database = newDatabase(service);
        migrate(service, database, CourseVerticle.SCHEMA);
        migrateTo(database, "registration", "3");
        insertCourses(database, "mat1");
        execute(database, """
                INSERT INTO registration.registrations (uni, enrollment, course_id)
                SELECT uni, 'confirmed', id FROM course.courses, (VALUES ('ab1'), ('AB1')) AS people (uni)""");
        assertThatThrownBy(() -> migrate(service, database, RegistrationVerticle.SCHEMA))
                .rootCause()
                .hasMessageContaining("ab1, AB1 for course");
        execute(database, "DELETE FROM registration.registrations WHERE uni = 'AB1'");
        assertThatCode(() -> migrate(service, database, RegistrationVerticle.SCHEMA))
                .doesNotThrowAnyException();
    }
}
