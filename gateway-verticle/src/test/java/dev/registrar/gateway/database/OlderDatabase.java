package dev.registrar.gateway.database;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.Sql;
import dev.registrar.resource.database.DatabaseSettings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.type.Schema;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;

/** A database whose schemas were migrated by earlier versions of the service. */
record OlderDatabase(Service service, String uri) {

    static OlderDatabase create(Service service) throws SQLException {
        return new OlderDatabase(service, Sql.newDatabase(service.databaseUri()));
    }

    void execute(String sql) throws SQLException {
        Sql.execute(uri, sql);
    }

    /** Migrates a schema as far as an earlier version of the service did, but without the functions of this version. */
    void migrateTo(String schema, String target) {
        Flyway.configure()
                .dataSource(Service.jdbcUrl(uri), "postgres", "postgres")
                .schemas(schema)
                .locations("classpath:db/" + schema)
                .target(target)
                .repeatableSqlMigrationPrefix("none")
                .load()
                .migrate();
    }

    /** Migrates a schema as a start of this version does. */
    void migrate(Schema schema) {
        var settings = Settings.read(Service.configuration(uri), "database", DatabaseSettings.class);
        Await.success(Migrations.run(service.vertx(), settings, schema));
    }

    void insertCourse(String identifier, String name) throws SQLException {
        execute("""
                INSERT INTO course.courses VALUES (
                    gen_random_uuid(), '', '', '', '', '%s', '%s', '', NULL, NULL, 'x', now())""".formatted(identifier, name));
    }
}
