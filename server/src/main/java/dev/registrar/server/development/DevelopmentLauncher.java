package dev.registrar.server.development;

import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.log.LogEncoder;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.RequiredSettings;
import dev.registrar.server.node.Roles;
import dev.registrar.server.start.Start;
import dev.registrar.server.tracing.Tracing;
import dev.registrar.testing.postgresql.EmbeddedDatabase;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the whole service in this process, ready to use: with its own PostgreSQL unless one is configured, and with a
 * sample catalogue if there are no courses.
 */
public final class DevelopmentLauncher implements Start.Startable {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    /**
     * The section {@code development}.
     *
     * @param dataDirectory where the embedded PostgreSQL keeps its data between runs
     * @param fresh whether to delete that data first
     */
    record DevelopmentSettings(Path dataDirectory, boolean fresh) {}

    private static final String NO_LOAD_BALANCER = "0 s";

    private static final String FRESH = "--fresh";

    private final Configuration settings;
    private final JsonObject configuration;
    private Optional<EmbeddedDatabase> database = Optional.empty();
    private Optional<Deployment> deployment = Optional.empty();

    private DevelopmentLauncher(Configuration settings) {
        this.settings = settings;
        configuration = settings.values();
    }

    /** Takes one argument: {@code --fresh} deletes the data of earlier runs. */
    public static void main(String[] arguments) {
        Start.runOrExplain(() -> configuration(List.of(arguments)), DevelopmentLauncher::new, Start.NO_START);
    }

    private static Configuration configuration(List<String> arguments) {
        if (!Set.of(FRESH).containsAll(arguments)) {
            throw new IllegalArgumentException(
                    "the only argument is %s, not %s".formatted(FRESH, String.join(" ", arguments)));
        }
        var configuration = Configuration.load(System.getenv(), System.getProperties());
        if (arguments.contains(FRESH)) {
            configuration.values().getJsonObject("development").put("fresh", true);
        }
        return configuration;
    }

    @Override
    public void start() throws IOException {
        var databaseSettings = configuration.getJsonObject("database");
        if (databaseSettings.getString("uri").isBlank()) {
            databaseSettings.put("uri", startDatabase());
        }
        RequiredSettings.requireIn(settings, Roles.ALL, false);
        LogEncoder.configure(configuration);
        configuration.getJsonObject("http").put("drain-delay", NO_LOAD_BALANCER);
        var vertx = Tracing.vertx(configuration, Roles.ALL.vertxOptions());
        var deployed = new Deployment(vertx, configuration);
        deployment = Optional.of(deployed);
        var sample = new SampleCatalogue(vertx, configuration);
        var port = Start.join(
                deployed.start().compose(listening -> sample.loadIfEmpty().map(listening)));
        var url = Settings.read(configuration, "http", HttpSettings.class).url(port);
        LOG.info(Start.join(DevelopmentBanner.of(vertx, configuration, database.map(EmbeddedDatabase::uri), url)));
    }

    private String startDatabase() throws IOException {
        var development = Settings.read(configuration, "development", DevelopmentSettings.class);
        var embedded = EmbeddedDatabase.start(development.dataDirectory(), development.fresh());
        database = Optional.of(embedded);
        return embedded.uri();
    }

    /** The database stops last, because requests in progress still need it. */
    @Override
    public void stop() {
        deployment.map(Deployment::stop).ifPresent(Start::await);
        database.ifPresent(EmbeddedDatabase::close);
    }
}
