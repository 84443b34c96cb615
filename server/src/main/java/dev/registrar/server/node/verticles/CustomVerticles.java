package dev.registrar.server.node.verticles;

import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.server.node.verticles.VerticleSettings.CustomVerticle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The custom verticles in this process. */
public final class CustomVerticles {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    /** How long they may take to stop; the roles of the node need the rest of the time for their requests. */
    private static final Duration STOP = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final VerticleSettings settings;
    private final List<CustomVerticle> verticles;

    /** Their names by the ids of their deployments. */
    private final Map<String, String> deployed = new ConcurrentHashMap<>();

    public CustomVerticles(Vertx vertx, JsonObject configuration) {
        this.vertx = vertx;
        settings = VerticleSettings.in(configuration);
        verticles = VerticleSettings.verticlesIn(configuration);
    }

    /** Returns their names; fails with a message for operators if one cannot be found. */
    public Future<String> requireFound() {
        var names = verticles.stream().map(CustomVerticle::name).collect(Collectors.joining(", "));
        return verticles.isEmpty() ? Future.succeededFuture("there are none") : find().map(names);
    }

    private Future<VerticleJars> find() {
        return vertx.executeBlocking(
                () -> {
                    var jars = VerticleJars.in(settings.folder());
                    var factories = new HashSet<>(vertx.verticleFactories());
                    factories.addAll(jars.factories());
                    verticles.stream()
                            .filter(verticle -> verticle.isClass(factories.stream()))
                            .forEach(verticle -> jars.requireVerticle(verticle.name()));
                    return jars;
                },
                false);
    }

    /**
     * Deploys them, one after the other; fails with a message for operators if one cannot be found or does not start.
     */
    public Future<Void> deploy() {
        return verticles.isEmpty() ? Future.succeededFuture() : find().compose(this::deployFrom);
    }

    private Future<Void> deployFrom(VerticleJars jars) {
        jars.factories().forEach(vertx::registerVerticleFactory);
        var done = Future.<Void>succeededFuture();
        for (var verticle : verticles) {
            done = done.compose(before -> deploy(verticle, jars.loader()));
        }
        return done;
    }

    private Future<Void> deploy(CustomVerticle verticle, ClassLoader loader) {
        return settings.bound(vertx.deployVerticle(verticle.name(), verticle.options(loader)))
                .onSuccess(id -> {
                    deployed.put(id, verticle.name());
                    LOG.info("Deployed {}", verticle.name());
                })
                .onFailure(failure -> LOG.info("{} does not start", verticle.name(), failure))
                .<Void>mapEmpty()
                .recover(failure -> Future.failedFuture(new StartException(
                        StartFailure.VERTICLE,
                        "verticles.deploy: %s does not start: %s".formatted(verticle.name(), failure),
                        failure)));
    }

    /** Undeploys them; completes when all have stopped or their time is over. */
    public Future<Void> undeploy() {
        return Future.join(deployed.keySet().stream().map(this::undeploy).toList())
                .mapEmpty();
    }

    private Future<Void> undeploy(String id) {
        return vertx.undeploy(id)
                .timeout(STOP.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(failure -> LOG.warn("{} did not stop cleanly", deployed.get(id), failure))
                .otherwiseEmpty();
    }
}
