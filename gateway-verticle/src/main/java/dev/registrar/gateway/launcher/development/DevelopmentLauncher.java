package dev.registrar.gateway.launcher.development;

import dev.registrar.gateway.documentation.DocumentationRoutes;
import dev.registrar.gateway.launcher.Configuration;
import dev.registrar.gateway.launcher.Deployment;
import dev.registrar.gateway.launcher.Start;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.development.EmbeddedDatabase;
import dev.registrar.resource.settings.Settings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the whole service in this process, ready to call: with a PostgreSQL of its own unless one is configured, and with
 * a sample catalogue if it has no course.
 */
public final class DevelopmentLauncher implements Start.Startable {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private static final String NO_LOAD_BALANCER = "0 s";

    private static final String READY = """
            Registrar is ready.

              API            {}/v1/
              Documentation  {}{}
              Users          admin / admin (reads and changes), reader / reader (reads)
              Try            curl -u reader:reader {}/v1/courses/
              Stop           Ctrl+C
            """;

    private final Vertx vertx;
    private final JsonObject configuration;
    private Optional<EmbeddedDatabase> database = Optional.empty();
    private Optional<Deployment> deployment = Optional.empty();

    private DevelopmentLauncher(JsonObject configuration) {
        this.configuration = configuration;
        vertx = Vertx.vertx();
    }

    /** Takes one argument: {@code --fresh} throws the data of earlier runs away. */
    public static void main(String[] arguments) {
        Start.orExplain(() -> new DevelopmentLauncher(configuration(List.of(arguments))));
    }

    private static JsonObject configuration(List<String> arguments) {
        var properties = new Properties();
        properties.putAll(System.getProperties());
        if (arguments.contains("--fresh")) {
            properties.setProperty("registrar.development.fresh", "true");
        }
        return Configuration.load(System.getenv(), properties);
    }

    @Override
    public void start() throws IOException {
        var databaseSettings = configuration.getJsonObject("database");
        if (databaseSettings.getString("uri").isBlank()) {
            databaseSettings.put("uri", startDatabase());
        }
        configuration.getJsonObject("http").put("drain-delay", NO_LOAD_BALANCER);
        var deployed = new Deployment(vertx, configuration);
        deployment = Optional.of(deployed);
        deployed.start()
                .compose(port -> sample().map(loaded -> port))
                .onSuccess(this::announce)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private String startDatabase() throws IOException {
        var settings = Settings.read(configuration, "development", DevelopmentSettings.class);
        var embedded = EmbeddedDatabase.start(settings.dataDirectory(), settings.fresh());
        database = Optional.of(embedded);
        return embedded.uri();
    }

    private Future<Void> sample() {
        return new SampleCatalogue(vertx, new ResourceClient(vertx)).loadIfEmpty();
    }

    private void announce(int port) {
        var url = "http://%s:%d".formatted(configuration.getJsonObject("http").getString("host"), port);
        LOG.info(READY, url, url, DocumentationRoutes.PAGE, url);
    }

    /** The database goes last: requests in flight still need it. */
    @Override
    public void stop() {
        Start.await(deployment.map(Deployment::stop).orElseGet(vertx::close));
        database.ifPresent(EmbeddedDatabase::close);
    }
}
