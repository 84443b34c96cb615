package dev.registrar.resource.schema;

import dev.registrar.platform.database.BlockingWork;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.database.JdbcSession;
import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.migration.JavaMigration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the PostgreSQL schema of one verticle up to date, from the SQL files that the verticle ships and from its
 * declaration.
 */
public final class Migrations {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    /** One row with the query of the version of a schema, if it is recorded. */
    private static final String QUERY_OF_VERSION = """
            SELECT 'SELECT version, oldest_user FROM %1$s.schema_version' WHERE to_regclass('%1$s.schema_version') IS NOT NULL""";

    private final JdbcSession session;
    private final SchemaRights rights;
    private final Schema schema;
    private final Flyway flyway;

    private Migrations(JdbcSession session, Schema schema) {
        this.session = session;
        this.schema = schema;
        rights = new SchemaRights(session);
        flyway = Flyway.configure()
                .dataSource(session.sessions())
                .schemas(schema.name())
                .locations(locations(schema))
                .javaMigrations(DerivedMigration.of(schema).toArray(JavaMigration[]::new))
                // Migrations of a newer version, during a rolling update, and repeatable ones that were dropped.
                .ignoreMigrationPatterns("*:future", "repeatable:missing")
                .load();
    }

    /** Only resources have events, counts and searches. */
    private static String[] locations(Schema schema) {
        var own = "classpath:db/" + schema.name();
        return schema.types().all().isEmpty() ? new String[] {own} : new String[] {own, "classpath:db/every-schema"};
    }

    /**
     * Runs the pending migrations of each schema in the given order, because schemas refer to earlier ones. Several
     * nodes may call this at once: one migrates, and the others wait. A schema that a newer version has migrated is
     * left unchanged.
     *
     * @return completes when the schemas can be used; fails with a sentence for operators when a schema is too new or
     *     too old, a migration fails, or the user lacks rights
     */
    public static Future<Void> run(Vertx vertx, DatabaseSettings settings, Schema... schemas) {
        return BlockingWork.run(vertx, settings, session -> {
            var rights = new SchemaRights(session);
            for (var schema : schemas) {
                rights.requireMayUse(schema);
            }
            rights.requireMayUse(SchemaRights.AUDIT);
            for (var schema : schemas) {
                new Migrations(session, schema).migrate();
            }
            return null;
        });
    }

    /**
     * Checks that a start can use the schema, blocking this thread, and changes nothing.
     *
     * @return the state of the schema, and what a start will do, for operators
     */
    public static String check(JdbcSession session, Schema schema) throws SQLException {
        var migrations = new Migrations(session, schema);
        migrations.rights.requireMayUse(schema);
        var state = migrations.usableState();
        if (state.isBehind()) {
            migrations.rights.requireMayMigrate(schema);
        }
        return state.toString();
    }

    /** Like {@link #check}, for the audit, which all schemas share. */
    public static String checkAudit(JdbcSession session) throws SQLException {
        return new SchemaRights(session).stateOfAudit();
    }

    private void migrate() throws SQLException {
        if (!usableState().isBehind()) {
            return;
        }
        rights.requireMayMigrate(schema);
        rights.requireMayCreate(SchemaRights.AUDIT);
        session.lockMigrations();
        var before = usableState();
        if (before.isBehind()) {
            try {
                flyway.migrate();
            } catch (FlywayException e) {
                throw failed("cannot be brought up to date", e);
            }
            LOG.info(before.migrated());
        }
    }

    private SchemaState usableState() throws SQLException {
        try {
            var known = flyway.info();
            // Read afterwards: another node may be migrating, and repeatable migrations run after the version is
            // recorded.
            var stored = storedVersion();
            var isOld = stored.isEmpty()
                    && Stream.of(known.applied())
                            .anyMatch(migration -> migration.isRepeatable()
                                    && !migration.getType().isSynthetic());
            var state = new SchemaState(schema, stored, known.pending().length, isOld);
            state.requireUsable();
            return state;
        } catch (FlywayException e) {
            throw failed("cannot be read", e);
        }
    }

    private Optional<StoredVersion> storedVersion() throws SQLException {
        List<StoredVersion> found = new ArrayList<>();
        for (var query : rights.find(QUERY_OF_VERSION.formatted(schema.name()))) {
            found.addAll(session.query(query, row -> new StoredVersion(row.getInt(1), row.getInt(2))));
        }
        return found.stream().findFirst();
    }

    private StartException failed(String predicate, FlywayException failure) {
        return new StartException(
                StartFailure.SCHEMA,
                "%s cannot be used: its %s %s: %s".formatted(session.uri(), schema, predicate, reasonOf(failure)),
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

    /**
     * The version of a schema, as the last migration has recorded it.
     *
     * @param oldestUser the earliest version whose nodes can work with it
     */
    private record StoredVersion(int number, int oldestUser) {}

    /**
     * The state of a schema, compared with its declaration.
     *
     * @param stored the version of the schema; empty before it has been created
     * @param pending the number of migrations that have not run
     * @param isFromBeforeFirstRelease whether it was created at a time when versions were not recorded
     */
    private record SchemaState(
            Schema schema, Optional<StoredVersion> stored, long pending, boolean isFromBeforeFirstRelease) {
        /** Whether this version has migrations to run. A schema of a newer version is never downgraded. */
        boolean isBehind() {
            return pending > 0 && !isNewer();
        }

        private boolean isNewer() {
            return stored.filter(version -> version.number() > schema.version()).isPresent();
        }

        /** Fails when this version cannot work with the schema, because it is too new or too old. */
        void requireUsable() {
            stored.filter(version -> version.oldestUser() > schema.version()).ifPresent(version -> {
                throw new StartException(
                        StartFailure.SCHEMA,
                        "The %s is newer than this version of Registrar, which has V%s and cannot work with V%s: that needs V%s or later"
                                .formatted(schema, schema.version(), version.number(), version.oldestUser()));
            });
            if (isFromBeforeFirstRelease) {
                throw new StartException(
                        StartFailure.SCHEMA,
                        "The %s was created by a version of Registrar from before its first release, and cannot be brought up to date; use an empty database, or drop the schemas course, registration and audit, and load the data again"
                                .formatted(schema));
            }
        }

        String migrated() {
            return "The %s was %s and is V%s now (migrations run: %s)"
                    .formatted(schema, version(), schema.version(), pending);
        }

        /** Describes what a start will find and do, for operators. */
        @Override
        public String toString() {
            if (stored.isEmpty()) {
                return "missing; a start creates it, V%s".formatted(schema.version());
            }
            if (isBehind()) {
                return "%s; a start changes it to V%s (migrations to run: %s)"
                        .formatted(version(), schema.version(), pending);
            }
            return isNewer() ? version() + ", of a newer version" : version();
        }

        private String version() {
            return stored.map(version -> "V" + version.number()).orElse("missing");
        }
    }
}
