package dev.registrar.server.database;

import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.type.Schema;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;

/** A database without schemas at first. */
record EmptyDatabase(Service service, String uri) {

    static EmptyDatabase create(Service service) throws SQLException {
        return new EmptyDatabase(service, Sql.newDatabase(service.databaseUri()));
    }

    void execute(String sql) throws SQLException {
        Sql.execute(uri, sql);
    }

    /** Migrates a schema as a start of this version does. */
    void migrate(Schema schema) {
        var settings = Settings.read(Service.configuration(uri), "database", DatabaseSettings.class);
        Await.success(Migrations.run(service.vertx(), settings, schema));
    }
}
