package dev.registrar.server;

import dev.registrar.resource.NodeDatabase;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.RequiredSettings;
import dev.registrar.server.node.Roles;
import dev.registrar.server.start.Start;
import io.vertx.core.Vertx;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on the database and exits, without starting a node.
 *
 * @param configuration names the database
 * @param work blocks its thread
 */
record DatabaseRun(Vertx vertx, Configuration configuration, Consumer<NodeDatabase> work) implements Start.Startable {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    DatabaseRun(Configuration configuration, Consumer<NodeDatabase> work) {
        this(Vertx.vertx(), configuration, work);
    }

    /** Brings the schemas up to date. */
    static void migrate(NodeDatabase database) {
        var unused = Start.join(database.requireServer(0)
                .compose(server -> database.migrate(Deployment.SCHEMAS))
                .onSuccess(done -> LOG.info("The schemas are up to date")));
    }

    @Override
    public void start() {
        RequiredSettings.requireIn(configuration, Roles.ALL, false);
        work.accept(new NodeDatabase(vertx, configuration.values()));
        stop();
    }

    @Override
    public void stop() {
        Start.stop(vertx);
    }
}
