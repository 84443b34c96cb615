package dev.registrar.gateway.launcher;

import dev.registrar.gateway.cluster.Cluster;
import dev.registrar.gateway.cluster.ClusterSettings;
import dev.registrar.gateway.launcher.configuration.Configuration;
import dev.registrar.gateway.launcher.node.verticles.VerticleSettings;
import dev.registrar.gateway.launcher.start.Start;
import dev.registrar.resource.operations.StartException;
import dev.registrar.resource.operations.StartFailure;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.SettingsErrors;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the verticles of a program of others in the cluster of the service. */
final class ClusterMemberRun implements Start.Startable {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    /** The keys that have an effect on a program that is no node. */
    private static final Pattern USED =
            Pattern.compile("cluster\\..*|tracing\\..*|http\\.reply-timeout|verticles\\.start-timeout");

    private final Configuration configuration = Configuration.load(System.getenv(), System.getProperties());
    private final Function<Vertx, Future<?>> start;
    private volatile Optional<Vertx> vertx = Optional.empty();

    /**
     * Creates the run.
     *
     * @param start deploys the verticles
     */
    ClusterMemberRun(Function<Vertx, Future<?>> start) {
        this.start = start;
    }

    @Override
    public void start() {
        requireKnownNames();
        var settings = VerticleSettings.in(configuration.values());
        requireFreePorts();
        var joined = Start.join(Cluster.joinOthers(configuration.values()));
        vertx = Optional.of(joined);
        var unused = Start.join(settings.bound(startOn(joined)).recover(ClusterMemberRun::doNotStart));
        LOG.info("The verticles have started");
        warnOfIgnoredKeys();
    }

    private void warnOfIgnoredKeys() {
        var ignored = configuration.overridden().stream()
                .filter(key -> !USED.matcher(key).matches())
                .collect(Collectors.joining(", "));
        if (!ignored.isEmpty()) {
            LOG.warn("Only nodes use these keys, and this program is none: {}", ignored);
        }
    }

    private void requireKnownNames() {
        var errors = new SettingsErrors();
        errors.addAll(configuration.errors());
        errors.throwIfAny();
    }

    /** Hazelcast's own message names no key, and says of every address that its port is in use. */
    private void requireFreePorts() {
        var cluster = Settings.read(configuration.values(), "cluster", ClusterSettings.class);
        cluster.address().requireFree();
        cluster.eventBusAddress().requireFree();
    }

    /** Also a failed future if the program throws an exception. */
    private Future<Void> startOn(Vertx joined) {
        return Future.succeededFuture().compose(begun -> start.apply(joined).mapEmpty());
    }

    private static Future<Void> doNotStart(Throwable failure) {
        LOG.info("The verticles do not start", failure);
        return Future.failedFuture(new StartException(
                StartFailure.VERTICLE, "the verticles do not start: %s".formatted(failure), failure));
    }

    @Override
    public String explain(String objection) {
        return configuration.explain(objection);
    }

    @Override
    public void stop() {
        vertx.ifPresent(
                joined -> Start.await(joined.close().onSuccess(left -> LOG.info("The verticles have stopped"))));
    }
}
