package dev.registrar.testing.postgresql;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.UUID;

/** Creates databases without schemas, on one PostgreSQL server. */
public final class EmptyDatabase {
    /** What verticles read of their configuration to use a database. */
    private static final String SETTINGS = """
            {"http": {"request-timeout": "15 s", "idle-timeout": "30 s", "reply-timeout": "2500 ms", "drain-delay": "0 s",
              "drain-timeout": "10 s"},
             "database": {"pool-size": 2, "max-wait-queue": 256, "max-wait": "2 s", "statement-timeout": "1900 ms",
              "lock-timeout": "1 s"},
             "enrollment": {"sync-window": "500 ms", "decision-timeout": "1800 ms", "retry-delay": "1100 ms", "retry-cap": "60 s"}}""";

    private EmptyDatabase() {}

    /** Started when the first test needs it. */
    private static final class Server {
        static final EmbeddedDatabase RUNNING = start();

        private static EmbeddedDatabase start() {
            try {
                var server = EmbeddedDatabase.start(Path.of("target", "empty-database-" + UUID.randomUUID()), true);
                Runtime.getRuntime().addShutdownHook(new Thread(server::close));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Creates a database, and returns its URI. */
    public static String create() throws SQLException {
        return Sql.newDatabase(Server.RUNNING.uri());
    }

    /** The settings of a verticle that uses a database. */
    public static JsonObject settings(String databaseUri) {
        var settings = new JsonObject(SETTINGS);
        settings.getJsonObject("database").put("uri", databaseUri);
        return settings;
    }
}
