package dev.registrar.gateway.database;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.Sql;
import dev.registrar.resource.database.DatabaseSettings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.type.Schema;
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
