package dev.registrar.resource;

import dev.registrar.platform.database.BlockingWork;
import dev.registrar.platform.database.DatabaseServer;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares the database before a node starts: checks the server, and checks or migrates the schemas of the verticles.
 */
public final class NodeDatabase {
    /** What the section {@code database} of the configuration is read into. */
    public static final Class<? extends Record> SETTINGS = DatabaseSettings.class;

    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private final Vertx vertx;
    private final DatabaseSettings settings;

    /** Reads the settings of the {@code database}. */
    public NodeDatabase(Vertx vertx, JsonObject config) {
        this.vertx = vertx;
        settings = Settings.read(config, "database", DatabaseSettings.class);
    }

    /**
     * Checks that the server allows a node to open this many connections.
     *
     * @return a description of the server; fails with a sentence for operators when the node cannot work
     */
    public Future<String> requireServer(int connections) {
        return run(session -> {
            var server = DatabaseServer.ask(session);
            server.requireConnections(connections);
            if (!server.hasFree(connections)) {
                LOG.warn("{}; this node may open {} more", server, connections);
            }
            return server.toString();
        });
    }

    /** Brings the schemas up to date in the given order, because schemas refer to earlier ones. */
    public Future<Void> migrate(List<Schema> schemas) {
        return Migrations.run(vertx, settings, schemas.toArray(Schema[]::new));
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
