package dev.registrar.resource.database;

import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.type.Schema;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Future;
import java.sql.SQLException;

/** A database without schemas at first. */
record NewDatabase(Library library, String uri) {
    static NewDatabase create(Library library) throws SQLException {
        return new NewDatabase(library, Sql.newDatabase(library.databaseUri()));
    }

    void execute(String... statements) throws SQLException {
        Sql.execute(uri, statements);
    }

    /** Migrates a schema as a start of this version does. */
    void migrate(Schema schema) {
        Await.success(migration(schema));
    }

    Future<Void> migration(Schema schema) {
        var settings = Settings.read(Library.settings(uri), "database", DatabaseSettings.class);
        return Migrations.run(library.vertx(), settings, schema);
    }
}
