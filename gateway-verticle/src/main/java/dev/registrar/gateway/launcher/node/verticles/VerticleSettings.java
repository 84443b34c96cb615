package dev.registrar.gateway.launcher.node.verticles;

import dev.registrar.resource.settings.SettingsErrors;
import java.time.Duration;
import java.util.List;

/**
 * Which verticles of others run in this process.
 *
 * @param deploy the entries of {@link OtherVerticle#listIn}
 * @param folder the folder with their jars; blank if they need none
 * @param startTimeout how long each of them may take to start
 */
public record VerticleSettings(List<Object> deploy, String folder, Duration startTimeout) {
    public VerticleSettings {
        var errors = new SettingsErrors();
        errors.require(!startTimeout.isZero(), "verticles.start-timeout must be at least 1 ms");
        errors.require(
                folder.isBlank() || !deploy.isEmpty(),
                "verticles.deploy must name the verticles to deploy from the jars in verticles.folder");
        errors.throwIfAny();
    }
}
