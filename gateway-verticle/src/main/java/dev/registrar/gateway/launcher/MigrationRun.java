package dev.registrar.gateway.launcher;

import dev.registrar.resource.NodeDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the schemas up to date, and ends. */
final class MigrationRun implements Start.Startable {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private final Vertx vertx = Vertx.vertx();
    private final JsonObject configuration;

    MigrationRun(JsonObject configuration) {
        this.configuration = configuration;
    }

    @Override
    public void start() {
        RequiredSettings.requireIn(configuration, Roles.ALL);
        var database = new NodeDatabase(vertx, configuration);
        database.requireServer(0)
                .compose(server -> database.migrate(Deployment.SCHEMAS))
                .onSuccess(done -> LOG.info("The schemas are up to date"))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        stop();
    }

    @Override
    public void stop() {
        Start.stop(vertx);
    }
}
