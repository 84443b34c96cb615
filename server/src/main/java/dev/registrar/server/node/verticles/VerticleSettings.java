package dev.registrar.server.node.verticles;

import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.VerticleFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Which custom verticles run in this process.
 *
 * @param deploy the entries of {@link #verticlesIn}
 * @param folder the folder with their jars; blank if they need none
 * @param startTimeout how long each of them may take to start
 */
public record VerticleSettings(List<Object> deploy, String folder, Duration startTimeout) {
    private static final int MOST_INSTANCES = 999;
    private static final JsonObject DEFAULTS =
            new JsonObject().put("instances", 1).put("config", new JsonObject());

    public VerticleSettings {
        var errors = new SettingsErrors();
        errors.requirePositive("verticles.start-timeout", startTimeout);
        errors.require(
                folder.isBlank() || !deploy.isEmpty(),
                "verticles.deploy must name the verticles to deploy from the jars in verticles.folder");
        errors.throwIfAny();
    }

    /** Reads the section {@code verticles}. */
    static VerticleSettings in(JsonObject configuration) {
        return Settings.read(configuration, "verticles", VerticleSettings.class);
    }

    /** Reads {@code verticles.deploy}. */
    public static List<CustomVerticle> verticlesIn(JsonObject configuration) {
        return Settings.readList(configuration, "verticles.deploy", DEFAULTS, CustomVerticle.class);
    }

    /** Bounds the start of a verticle: Vert.x would wait for ever for one that never completes it. */
    <T> Future<T> bound(Future<T> start) {
        var limit = startTimeout.toMillis();
        return start.timeout(limit, TimeUnit.MILLISECONDS)
                .recover(failure -> Future.failedFuture(
                        failure instanceof TimeoutException && !start.isComplete()
                                ? new TimeoutException(
                                        "its start has not completed within %s ms (verticles.start-timeout)"
                                                .formatted(limit))
                                : failure));
    }

    /**
     * A custom verticle.
     *
     * @param name the name of its class, or a name for which there is a {@link VerticleFactory}
     * @param instances the number of instances to deploy
     * @param config the configuration of the verticle
     */
    public record CustomVerticle(String name, int instances, Map<String, Object> config) {
        public CustomVerticle {
            var errors = new SettingsErrors();
            errors.require(
                    !name.isBlank() && !name.endsWith("."),
                    "verticles.deploy: \"%s\" is not the name of a verticle".formatted(name));
            errors.require(
                    instances >= 1 && instances <= MOST_INSTANCES,
                    "verticles.deploy: the instances of %s must be from 1 to %s".formatted(name, MOST_INSTANCES));
            errors.throwIfAny();
        }

        DeploymentOptions options(ClassLoader loader) {
            return new DeploymentOptions()
                    .setInstances(instances)
                    .setConfig(new JsonObject(config))
                    .setClassLoader(loader);
        }

        /**
         * Whether Vert.x will load a class of this name; if not, one of these factories reads the name in its own way.
         */
        boolean isClass(Stream<VerticleFactory> factories) {
            return factories
                    .map(VerticleFactory::prefix)
                    .noneMatch(prefix -> name.startsWith(prefix + ":") || name.endsWith("." + prefix));
        }
    }
}
