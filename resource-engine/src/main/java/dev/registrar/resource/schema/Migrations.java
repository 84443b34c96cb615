package dev.registrar.resource.schema;

import dev.registrar.resource.database.server.DatabaseSettings;
import dev.registrar.resource.database.server.JdbcSession;
import dev.registrar.resource.start.StartException;
import dev.registrar.resource.start.StartFault;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.migration.JavaMigration;

/** Brings the PostgreSQL schema of one verticle up to date, from the SQL files that the verticle ships. */
public final class Migrations {
    private final DatabaseSettings settings;
    private final Schema schema;
    private final Flyway flyway;

    private Migrations(DatabaseSettings settings, Schema schema) {
        this.settings = settings;
        this.schema = schema;
        var uri = settings.uri();
        flyway = Flyway.configure()
                .dataSource(JdbcSession.url(settings), uri.user(), uri.password())
                .schemas(schema.name())
                .locations(MigrationFiles.folders(schema.name()).stream()
                        .map(folder -> "classpath:" + folder)
                        .toArray(String[]::new))
                .javaMigrations(DerivedMigration.of(schema).toArray(JavaMigration[]::new))
                // A newer version's, while nodes are updated one after the other, and what this one does without.
                .ignoreMigrationPatterns("*:future", "repeatable:missing")
                .load();
    }

    /**
     * Runs what has not run yet, in one schema after the other, as they refer to those before them. Several nodes may do so at
     * once: one works, and the others wait. A schema that a newer version has migrated is left as it is.
     *
     * @return completes when the schemas can be used; fails with a sentence for operators when one is too new, or a migration
     *     fails
     */
    public static Future<Void> run(Vertx vertx, DatabaseSettings settings, Schema... schemas) {
        return vertx.executeBlocking(
                () -> {
                    for (var schema : notUpToDate(settings, schemas)) {
                        new Migrations(settings, schema).migrate();
                    }
                    return null;
                },
                false);
    }

    private static List<Schema> notUpToDate(DatabaseSettings settings, Schema... schemas) throws SQLException {
        try (var session = JdbcSession.open(settings)) {
            return Stream.of(schemas)
                    .filter(schema -> !isUpToDate(session, schema))
                    .toList();
        }
    }

    /** Whether it is certain that there is nothing to do. */
    private static boolean isUpToDate(JdbcSession session, Schema schema) {
        try {
            return MigrationHistory.read(session, schema).isThatOf(MigrationHistory.expected(schema));
        } catch (SQLException noHistory) {
            return false;
        }
    }

    /** Looks at the schema, on this thread, and changes nothing. */
    public static SchemaState look(DatabaseSettings settings, Schema schema) {
        return new Migrations(settings, schema).state();
    }

    private void migrate() throws SQLException, InterruptedException {
        if (isBehind()) {
            try (var session = JdbcSession.open(settings)) {
                session.lockMigrations();
                migrateAlone();
            }
        }
    }

    private boolean isBehind() {
        var state = state();
        state.requireUsable();
        return state.isBehind();
    }

    private void migrateAlone() {
        if (isBehind()) {
            try {
                flyway.migrate();
            } catch (FlywayException e) {
                throw cannotBeUsed(e);
            }
        }
    }

    private SchemaState state() {
        try {
            return SchemaState.of(schema, flyway.info().all());
        } catch (FlywayException e) {
            throw cannotBeUsed(e);
        }
    }

    private StartException cannotBeUsed(FlywayException failure) {
        return new StartException(
                StartFault.SCHEMA,
                "%s cannot be used, its %s cannot be brought up to date: %s"
                        .formatted(settings.uri(), schema, reasonOf(failure)),
                failure);
    }

    /** What PostgreSQL or its driver says, where they were asked; Flyway repeats it with a table and advertisements. */
    private static String reasonOf(FlywayException failure) {
        return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(SQLException.class::isInstance)
                .findFirst()
                .orElse(failure)
                .getMessage();
    }
}
