package dev.registrar.server.node.verticles;

import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Which custom verticles run in this process.
 *
 * @param deploy the entries of {@link CustomVerticle#listIn}
 * @param folder the folder with their jars; blank if they need none
 * @param startTimeout how long each of them may take to start
 */
public record VerticleSettings(List<Object> deploy, String folder, Duration startTimeout) {
    public VerticleSettings {
        var errors = new SettingsErrors();
        errors.requirePositive("verticles.start-timeout", startTimeout);
        errors.require(
                folder.isBlank() || !deploy.isEmpty(),
                "verticles.deploy must name the verticles to deploy from the jars in verticles.folder");
        errors.throwIfAny();
    }

    /** Reads the section {@code verticles}. */
    public static VerticleSettings in(JsonObject configuration) {
        return Settings.read(configuration, "verticles", VerticleSettings.class);
    }

    /** Bounds the start of a verticle: Vert.x would wait for ever for one that never completes it. */
    public <T> Future<T> bound(Future<T> start) {
        var limit = startTimeout.toMillis();
        return start.timeout(limit, TimeUnit.MILLISECONDS)
                .recover(failure -> Future.failedFuture(
                        failure instanceof TimeoutException && !start.isComplete()
                                ? new TimeoutException(
                                        "its start has not completed within %s ms (verticles.start-timeout)"
                                                .formatted(limit))
                                : failure));
    }
}
