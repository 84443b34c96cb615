package dev.registrar.resource.store;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import org.flywaydb.core.Flyway;

/** Brings the PostgreSQL schema of one verticle up to date, from the SQL files that the verticle ships. */
public final class Migrations {
    private Migrations() {}

    /**
     * Runs what has not run yet. Several nodes may do so at once: Flyway lets one work and the others wait.
     *
     * @param schema the verticle's schema; its migrations are in {@code db/<schema>} on the class path
     * @return completes when the schema is up to date; fails when a migration fails or the database is away
     */
    public static Future<Void> run(Vertx vertx, DatabaseSettings settings, String schema) {
        return vertx.executeBlocking(
                () -> {
                    flyway(settings, schema).migrate();
                    return null;
                },
                false);
    }

    private static Flyway flyway(DatabaseSettings settings, String schema) {
        var options = PgConnectOptions.fromUri(settings.uri());
        var url = "jdbc:postgresql://%s:%d/%s?sslmode=%s"
                .formatted(options.getHost(), options.getPort(), options.getDatabase(), options.getSslMode().value);
        return Flyway.configure()
                .dataSource(url, options.getUser(), options.getPassword())
                .schemas(schema)
                .locations("classpath:db/" + schema, "classpath:db/every-schema")
                .load();
    }
}
