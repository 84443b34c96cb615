package dev.registrar.resource;

import dev.registrar.resource.database.server.DatabaseServer;
import dev.registrar.resource.database.server.DatabaseSettings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database as a node finds it before it starts: the server, and the schemas of the verticles. */
public final class NodeDatabase {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private final Vertx vertx;
    private final DatabaseSettings settings;

    /**
     * Reads the settings.
     *
     * @param config the configuration, with the settings of the {@code database}
     */
    public NodeDatabase(Vertx vertx, JsonObject config) {
        this.vertx = vertx;
        settings = Settings.read(config, "database", DatabaseSettings.class);
    }

    /**
     * Looks whether a node that opens so many connections can work there.
     *
     * @return what there is; fails with a sentence for operators when the node cannot work
     */
    public Future<String> requireServer(int connections) {
        return onWorker(() -> {
            var server = DatabaseServer.ask(settings);
            server.requireConnections(connections);
            if (!server.hasFree(connections)) {
                LOG.warn("{}; this node may open {} more", server, connections);
            }
            return server.toString();
        });
    }

    /** Brings the schemas up to date, one after the other, as they refer to those before them. */
    public Future<Void> migrate(List<Schema> schemas) {
        return Migrations.run(vertx, settings, schemas.toArray(Schema[]::new));
    }

    /**
     * Looks whether a node could use a schema as it is.
     *
     * @return how far it is; fails with a sentence for operators when it cannot be used
     */
    public Future<String> requireUpToDate(Schema schema) {
        return onWorker(() -> {
            var state = Migrations.look(settings, schema);
            state.requireUpToDate();
            return state.toString();
        });
    }

    private <T> Future<T> onWorker(Callable<T> look) {
        return vertx.executeBlocking(look, false);
    }
}
