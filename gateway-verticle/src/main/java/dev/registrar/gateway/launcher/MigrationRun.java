package dev.registrar.gateway.launcher;

import dev.registrar.gateway.launcher.configuration.Configuration;
import dev.registrar.gateway.launcher.node.Deployment;
import dev.registrar.gateway.launcher.node.RequiredSettings;
import dev.registrar.gateway.launcher.node.Roles;
import dev.registrar.gateway.launcher.start.Start;
import dev.registrar.resource.NodeDatabase;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the schemas up to date and exits. */
final class MigrationRun implements Start.Startable {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private final Vertx vertx = Vertx.vertx();
    private final Configuration configuration;

    MigrationRun(Configuration configuration) {
        this.configuration = configuration;
    }

    @Override
    public void start() {
        RequiredSettings.requireIn(configuration, Roles.ALL, false);
        var database = new NodeDatabase(vertx, configuration.values());
        var unused = Start.join(database.requireServer(0)
                .compose(server -> database.migrate(Deployment.SCHEMAS))
                .onSuccess(done -> LOG.info("The schemas are up to date")));
        stop();
    }

    @Override
    public String explain(String objection) {
        return configuration.explain(objection);
    }

    @Override
    public void stop() {
        Start.stop(vertx);
    }
}
