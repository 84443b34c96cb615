package dev.registrar.server.node;

import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.log.LogEncoder;
import dev.registrar.server.start.Start;
import dev.registrar.server.tracing.Tracing;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process of the service: with all roles or some of them, alone or as a member of a cluster. */
public final class Node implements Start.Startable {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    /** 256 MB, less the part that some collectors do not count. */
    private static final long SMALLEST_HEAP = 240L << 20;

    private final Supplier<Configuration> source;
    private final Roles roles;
    private final boolean clustered;
    private volatile Optional<Configuration> configuration = Optional.empty();
    private volatile Optional<Vertx> vertx = Optional.empty();
    private volatile Optional<Deployment> deployment = Optional.empty();

    public Node(Supplier<Configuration> source, Roles roles, boolean clustered) {
        this.source = source;
        this.roles = roles;
        this.clustered = clustered;
    }

    /** Reads the configuration and the contract in parallel; each takes some hundred milliseconds. */
    @Override
    public void start() {
        var local = use(Vertx.vertx(roles.vertxOptions()));
        // Belongs to no event loop, so that it still exists when this Vert.x is closed.
        var contract =
                Deployment.readContract(local, roles).map(read -> Future.fromCompletionStage(read.toCompletionStage()));
        try {
            start(local, contract);
        } finally {
            awaitEnd(contract);
        }
    }

    /**
     * Checks the local machine before it joins, so that other nodes do not see a node join and leave that could never
     * start.
     */
    private void start(Vertx local, Optional<Future<Contract>> contract) {
        var values = readConfiguration().values();
        var unused = Start.join(new LocalMachine(local, values, roles, clustered).require());
        var isReplaced = clustered || Tracing.isOn(values);
        if (isReplaced) {
            awaitEnd(contract);
        }
        var deployed = new Deployment(isReplaced ? replace(local, values) : local, values, roles, contract);
        deployment = Optional.of(deployed);
        announce(values, Start.join(deployed.start()));
    }

    private Configuration readConfiguration() {
        var read = source.get();
        configuration = Optional.of(read);
        RequiredSettings.requireIn(read, roles, clustered);
        LogEncoder.configure(read.values());
        warnOfSmallHeap();
        return read;
    }

    private static void warnOfSmallHeap() {
        var heap = Runtime.getRuntime().maxMemory();
        if (heap < SMALLEST_HEAP) {
            LOG.warn("The heap has only {} MB; the smallest supported one is 256 MB", heap >> 20);
        }
    }

    private Vertx use(Vertx made) {
        vertx = Optional.of(made);
        return made;
    }

    /** Only a new Vert.x can be a member of the cluster or have a tracer. */
    private Vertx replace(Vertx local, JsonObject values) {
        vertx = Optional.empty();
        Start.stop(local);
        var options = roles.vertxOptions();
        return use(
                clustered
                        ? Start.join(Cluster.join(values, roles.sharedSettings(values), options))
                        : Tracing.vertx(values, options));
    }

    /** Waits until the contract is read, because its Vert.x must not be closed before. */
    private static void awaitEnd(Optional<Future<Contract>> contract) {
        contract.ifPresent(read -> {
            var unused = Start.join(read.otherwiseEmpty());
        });
    }

    @Override
    public String explain(String objection) {
        return configuration.map(read -> read.explain(objection)).orElse(objection);
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
        deployment.map(Deployment::stop).or(() -> vertx.map(Vertx::close)).ifPresent(Start::await);
    }
}
