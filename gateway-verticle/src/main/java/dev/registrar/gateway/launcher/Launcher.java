package dev.registrar.gateway.launcher;

import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.resource.settings.Settings;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the whole service in this process for production: on a database that is configured, with passwords of its own. */
public final class Launcher implements Start.Startable {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private final Vertx vertx = Vertx.vertx();
    private final JsonObject configuration;

    private Launcher(JsonObject configuration) {
        this.configuration = configuration;
    }

    public static void main(String[] arguments) {
        Start.orExplain(() -> new Launcher(Configuration.load(System.getenv(), System.getProperties())));
    }

    @Override
    public void start() {
        if (configuration.getJsonObject("database").getString("uri").isBlank()) {
            throw new IllegalArgumentException(
                    "database.uri must name a PostgreSQL; only the development launcher has one");
        }
        var users = Settings.read(configuration.getJsonObject("authentication"), AuthenticationSettings.class);
        new DevelopmentPasswords(vertx, users)
                .refuse()
                .compose(safe -> new Deployment(vertx, configuration).start())
                .onSuccess(port -> LOG.info("Registrar is ready on port {}", port))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    @Override
    public void stop() {
        Start.stop(vertx);
    }
}
