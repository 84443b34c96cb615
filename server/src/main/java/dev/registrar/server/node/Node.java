package dev.registrar.server.node;

import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.log.LogEncoder;
import dev.registrar.server.operations.OperationsSettings;
import dev.registrar.server.start.Start;
import dev.registrar.server.tracing.Tracing;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process of the service: with all roles or some of them, alone or as a member of a cluster. */
public final class Node implements Start.Startable {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    /** 256 MB, less the part that some collectors do not count. */
    private static final long SMALLEST_HEAP = 240L << 20;

    private final Configuration configuration;
    private final Roles roles;
    private final boolean clustered;
    private volatile Optional<Deployment> deployment = Optional.empty();

    public Node(Configuration configuration, Roles roles, boolean clustered) {
        this.configuration = configuration;
        this.roles = roles;
        this.clustered = clustered;
    }

    /**
     * Checks the local machine before it joins, so that other nodes do not see a node join and leave that could never
     * start.
     */
    @Override
    public void start() {
        var values = configuration.values();
        RequiredSettings.requireIn(configuration, roles, clustered);
        LogEncoder.configure(values);
        warnOfSmallHeap();
        warnOfUnusedPort(values);
        checkLocally(values);
        var made = clustered
                ? Start.join(Cluster.join(values, roles.sharedSettings(values), roles.vertxOptions()))
                : Tracing.vertx(values, roles.vertxOptions());
        var deployed = new Deployment(made, values, roles);
        deployment = Optional.of(deployed);
        announce(values, Start.join(deployed.start()));
    }

    /** On a Vert.x of its own: that of the node exists only after the node has joined the cluster. */
    private void checkLocally(JsonObject values) {
        var local = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        try {
            var unused = Start.join(new LocalChecks(local, values, roles, clustered).require());
        } finally {
            Start.stop(local);
        }
    }

    private static void warnOfSmallHeap() {
        var heap = Runtime.getRuntime().maxMemory();
        if (heap < SMALLEST_HEAP) {
            LOG.warn("The heap has only {} MB; the smallest supported one is 256 MB", heap >> 20);
        }
    }

    /** A port that somebody has set, except for 0, which nobody expects anything of. */
    private static void warnOfUnusedPort(JsonObject values) {
        var operations = Settings.read(values, "operations", OperationsSettings.class);
        var usual = Settings.value(Configuration.defaults(), "operations.port", int.class);
        if (operations.offersNothing() && operations.port() != 0 && operations.port() != usual) {
            LOG.warn(
                    "Nothing listens on {} (operations.port): operations.metrics and operations.health are off",
                    operations.address());
        }
    }

    private void announce(JsonObject values, int port) {
        if (roles.includes(Role.GATEWAY)) {
            LOG.info(
                    "Registrar is ready at {}",
                    Settings.read(values, "http", HttpSettings.class).url(port));
        } else {
            LOG.info("Registrar is ready: {}", roles);
        }
    }

    @Override
    public void stop() {
        deployment.map(Deployment::stop).ifPresent(Start::await);
    }
}
