package dev.registrar.server.node.verticles;

import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.VerticleFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A custom verticle.
 *
 * @param name the name of its class, or a name for which there is a {@link VerticleFactory}
 * @param instances the number of instances to deploy
 * @param config the configuration of the verticle
 */
public record CustomVerticle(String name, int instances, Map<String, Object> config) {
    private static final int MOST_INSTANCES = 999;
    private static final JsonObject DEFAULTS =
            new JsonObject().put("instances", 1).put("config", new JsonObject());

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

    /** Reads {@code verticles.deploy}. */
    public static List<CustomVerticle> listIn(JsonObject configuration) {
        return Settings.readList(configuration, "verticles.deploy", DEFAULTS, CustomVerticle.class);
    }

    DeploymentOptions options(ClassLoader loader) {
        return new DeploymentOptions()
                .setInstances(instances)
                .setConfig(new JsonObject(config))
                .setClassLoader(loader);
    }

    /** Whether Vert.x will load a class of this name; if not, one of these factories interprets the name in its own way. */
    boolean isClass(Stream<VerticleFactory> factories) {
        return factories
                .map(VerticleFactory::prefix)
                .noneMatch(prefix -> name.startsWith(prefix + ":") || name.endsWith("." + prefix));
    }
}
