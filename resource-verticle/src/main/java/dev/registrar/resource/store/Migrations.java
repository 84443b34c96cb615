package dev.registrar.resource.store;

import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings the PostgreSQL schema of one verticle up to date, from the SQL files that the verticle ships. */
public final class Migrations {
    /** Times are in seconds. A migration itself may take long. */
    private static final Map<String, String> CONNECTION = Map.of(
            "ApplicationName", "registrar", "connectTimeout", "10", "loginTimeout", "10", "tcpKeepAlive", "true");

    private Migrations() {}

    /**
     * Runs what has not run yet. Several nodes may do so at once: Flyway lets one work and the others wait.
     *
     * @param schema the verticle's schema; its migrations are in {@code db/<schema>} on the class path
     * @param types the resource types whose tables are in the schema
     * @return completes when the schema is up to date; fails when a migration fails or the database is away
     */
    public static Future<Void> run(Vertx vertx, DatabaseSettings settings, String schema, ResourceTypes types) {
        return vertx.executeBlocking(
                () -> {
                    migrate(settings, schema, types);
                    return null;
                },
                false);
    }

    private static void migrate(DatabaseSettings settings, String schema, ResourceTypes types) {
        try {
            flyway(settings, schema, types).migrate();
        } catch (FlywayException e) {
            throw new IllegalStateException(
                    "%s cannot be used, its schema \"%s\" cannot be brought up to date: %s"
                            .formatted(settings.uri(), schema, reasonOf(e)),
                    e);
        }
    }

    /** What PostgreSQL or its driver says, where they were asked; Flyway repeats it with a table and advertisements. */
    private static String reasonOf(FlywayException failure) {
        return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(SQLException.class::isInstance)
                .findFirst()
                .orElse(failure)
                .getMessage();
    }

    private static Flyway flyway(DatabaseSettings settings, String schema, ResourceTypes types) {
        var uri = settings.uri();
        return Flyway.configure()
                .dataSource(uri.jdbcUrl(CONNECTION), uri.user(), uri.password())
                .schemas(schema)
                .locations("classpath:db/" + schema, "classpath:db/every-schema")
                .javaMigrations(new EventTriggers(schema, types))
                // A newer version's, while nodes are updated one after the other, and what this one does without.
                .ignoreMigrationPatterns("*:future", "repeatable:missing")
                .load();
    }
}
