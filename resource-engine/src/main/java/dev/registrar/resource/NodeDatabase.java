package dev.registrar.resource;

import dev.registrar.platform.database.BlockingWork;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.database.DatabaseUri;
import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.platform.settings.Settings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares the database before a node starts: checks the server, and checks or migrates the schemas of the verticles.
 */
public record NodeDatabase(Vertx vertx, DatabaseSettings settings) {
    /** What the section {@code database} of the configuration is read into. */
    public static final Class<? extends Record> SETTINGS = DatabaseSettings.class;

    /** The schema of imports, which all verticles share. */
    public static final Schema IMPORTS = new Schema("imports", 1, ResourceTypes.of());

    private static final Logger LOG = LoggerFactory.getLogger("registrar");
    private static final int OLDEST_VERSION = 17;

    private static final String SERVER = """
            SELECT current_setting('server_version'),
                   current_setting('server_version_num')::int / 10000,
                   current_setting('max_connections')::int
                       - current_setting('superuser_reserved_connections')::int
                       - coalesce(current_setting('reserved_connections', true)::int, 0),
                   (SELECT sum(numbackends) - 1 FROM pg_stat_database)""";

    /** Reads the settings of the {@code database}. */
    public NodeDatabase(Vertx vertx, JsonObject config) {
        this(vertx, Settings.read(config, "database", DatabaseSettings.class));
    }

    /**
     * Checks that the server allows a node to open this many connections.
     *
     * @return a description of the server; fails with a sentence for operators when the node cannot work
     */
    public Future<String> requireServer(int connections) {
        return run(session -> {
            var server = session.query(SERVER, row -> Server.read(settings.uri(), row))
                    .get(0);
            server.require(connections);
            if (server.used() + connections > server.connections()) {
                LOG.warn("{}; this node may open {} more", server, connections);
            }
            return server.toString();
        });
    }

    /**
     * What a node checks of the server before it starts.
     *
     * @param connections the maximum number of connections of all clients, without those reserved for superusers
     * @param used the number of connections in use
     */
    private record Server(DatabaseUri uri, String version, int major, int connections, int used) {
        static Server read(DatabaseUri uri, ResultSet row) throws SQLException {
            return new Server(uri, row.getString(1), row.getInt(2), row.getInt(3), row.getInt(4));
        }

        void require(int needed) {
            if (major < OLDEST_VERSION) {
                throw unusable("%s has version %s; it must be %s or later".formatted(uri, version, OLDEST_VERSION));
            }
            if (needed > connections) {
                throw unusable(
                        "%s allows %s connections in total, and this node opens up to %s; raise max_connections there, or lower database.pool-size"
                                .formatted(uri, connections, needed));
            }
        }

        private static StartException unusable(String why) {
            return new StartException(StartFailure.DATABASE, why);
        }

        @Override
        public String toString() {
            return "%s, version %s, %s of %s connections in use".formatted(uri, version, used, connections);
        }
    }

    /**
     * Brings the schemas up to date in the given order, because schemas refer to earlier ones, and that of imports
     * before.
     */
    public Future<Void> migrate(List<Schema> schemas) {
        var all = Stream.concat(Stream.of(IMPORTS), schemas.stream());
        return Migrations.run(vertx, settings, all.toArray(Schema[]::new));
    }

    /**
     * The version of a schema, and what a start will do; fails with a sentence for operators when it cannot be used.
     */
    public Future<String> requireUsable(Schema schema) {
        return run(session -> Migrations.check(session, schema));
    }

    /** Like {@link #requireUsable}, for the audit, which all schemas share. */
    public Future<String> requireAudit() {
        return run(Migrations::checkAudit);
    }

    /** Runs steps that block their thread; fails with a sentence for operators when the database cannot be used. */
    public <T> Future<T> run(BlockingWork.Steps<T> steps) {
        return BlockingWork.run(vertx, settings, steps);
    }
}
