package dev.registrar.resource.schema;

import dev.registrar.resource.database.BlockingWork;
import dev.registrar.resource.database.DatabaseSettings;
import dev.registrar.resource.database.DatabaseUri;
import dev.registrar.resource.database.JdbcSession;
import dev.registrar.resource.database.JdbcSessions;
import dev.registrar.resource.operations.StartException;
import dev.registrar.resource.operations.StartFailure;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.migration.JavaMigration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the PostgreSQL schema of one verticle up to date, from the SQL files that the verticle ships. */
public final class Migrations {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private final JdbcSessions sessions;
    private final Schema schema;
    private final Flyway flyway;

    private Migrations(JdbcSessions sessions, Schema schema) {
        this.sessions = sessions;
        this.schema = schema;
        flyway = Flyway.configure()
                .dataSource(sessions)
                .schemas(schema.name())
                .locations("classpath:db/" + schema.name(), "classpath:db/every-schema")
                .javaMigrations(DerivedMigration.of(schema).toArray(JavaMigration[]::new))
                // Migrations of a newer version, during a rolling update, and repeatable ones that were dropped.
                .ignoreMigrationPatterns("*:future", "repeatable:missing")
                .load();
    }

    /**
     * Runs the pending migrations of each schema in the given order, because schemas refer to earlier ones. Several
     * nodes may call this at once: one migrates, and the others wait. A schema that a newer version has migrated is
     * left unchanged.
     *
     * @return completes when the schemas can be used; fails with a sentence for operators when a schema is too new, a
     *     migration fails, or the user lacks rights
     */
    public static Future<Void> run(Vertx vertx, DatabaseSettings settings, Schema... schemas) {
        return BlockingWork.run(vertx, settings, sessions -> {
            try (var session = JdbcSession.open(sessions)) {
                requireRights(session, sessions.uri(), schemas);
                for (var schema : schemas) {
                    new Migrations(sessions, schema).migrate();
                }
            }
            return null;
        });
    }

    private static void requireRights(JdbcSession session, DatabaseUri uri, Schema... schemas) throws SQLException {
        var rights = new SchemaRights(session, uri);
        for (var schema : schemas) {
            rights.requireMayUse(schema);
        }
        rights.requireMayUse(SchemaRights.AUDIT);
    }

    /** Reads the state of the schema, blocking this thread, and changes nothing. */
    public static SchemaState look(JdbcSessions sessions, Schema schema) throws SQLException {
        try (var session = JdbcSession.open(sessions)) {
            var rights = new SchemaRights(session, sessions.uri());
            rights.requireMayUse(schema);
            var state = new Migrations(sessions, schema).state();
            if (state.isBehind()) {
                rights.requireMayMigrate(schema);
            }
            return state;
        }
    }

    /** Describes what a start will find of the audit, which all schemas share, blocking this thread, and changes nothing. */
    public static String lookAtAudit(JdbcSessions sessions) throws SQLException {
        try (var session = JdbcSession.open(sessions)) {
            return new SchemaRights(session, sessions.uri()).stateOfAudit();
        }
    }

    private void migrate() throws SQLException {
        if (isBehind()) {
            try (var session = JdbcSession.open(sessions)) {
                var rights = new SchemaRights(session, sessions.uri());
                rights.requireMayMigrate(schema);
                rights.requireMayCreate(SchemaRights.AUDIT);
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
            var before = state();
            try {
                flyway.migrate();
            } catch (FlywayException e) {
                throw failed("cannot be brought up to date", e);
            }
            LOG.info(before.migrated());
        }
    }

    private SchemaState state() {
        try {
            return SchemaState.of(schema, flyway.info().all());
        } catch (FlywayException e) {
            throw failed("cannot be read", e);
        }
    }

    private StartException failed(String predicate, FlywayException failure) {
        return new StartException(
                StartFailure.SCHEMA,
                "%s cannot be used: its %s %s: %s".formatted(sessions.uri(), schema, predicate, reasonOf(failure)),
                failure);
    }

    /** The message of PostgreSQL or its driver, if there is one; Flyway wraps it in a table and advertisements. */
    private static String reasonOf(FlywayException failure) {
        return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(SQLException.class::isInstance)
                .findFirst()
                .orElse(failure)
                .getMessage();
    }
}
