package dev.registrar.gateway.launcher;

import dev.registrar.gateway.launcher.configuration.Configuration;
import dev.registrar.gateway.launcher.node.RequiredSettings;
import dev.registrar.gateway.launcher.node.Roles;
import dev.registrar.gateway.launcher.start.Start;
import dev.registrar.resource.NodeDatabase;
import io.vertx.core.Vertx;

/** Works on the database and exits, without starting a node. */
abstract class DatabaseRun implements Start.Startable {
    private final Vertx vertx = Vertx.vertx();
    private final Configuration configuration;

    DatabaseRun(Configuration configuration) {
        this.configuration = configuration;
    }

    @Override
    public final void start() {
        RequiredSettings.requireIn(configuration, Roles.ALL, false);
        run(new NodeDatabase(vertx, configuration.values()));
        stop();
    }

    /** Does the work, blocking this thread. */
    abstract void run(NodeDatabase database);

    @Override
    public final String explain(String objection) {
        return configuration.explain(objection);
    }

    @Override
    public final void stop() {
        Start.stop(vertx);
    }
}
