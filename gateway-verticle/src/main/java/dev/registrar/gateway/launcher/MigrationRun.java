package dev.registrar.gateway.launcher;

import dev.registrar.gateway.launcher.configuration.Configuration;
import dev.registrar.gateway.launcher.node.Deployment;
import dev.registrar.gateway.launcher.start.Start;
import dev.registrar.resource.NodeDatabase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the schemas up to date. */
final class MigrationRun extends DatabaseRun {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    MigrationRun(Configuration configuration) {
        super(configuration);
    }

    @Override
    void run(NodeDatabase database) {
        var unused = Start.join(database.requireServer(0)
                .compose(server -> database.migrate(Deployment.SCHEMAS))
                .onSuccess(done -> LOG.info("The schemas are up to date")));
    }
}
