package dev.registrar.gateway.launcher.node;

import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.cluster.ClusterSettings;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.gateway.launcher.configuration.Configuration;
import dev.registrar.gateway.operations.OperationsSettings;
import dev.registrar.registration.enrollment.EnrollmentSettings;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.events.EventSettings;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.SettingsErrors;
import dev.registrar.resource.settings.TimeLimits;
import io.vertx.core.json.JsonObject;
import java.util.function.Supplier;

/** Reads every setting that a node needs before the node does anything. */
public final class RequiredSettings {
    private final JsonObject values;
    private final SettingsErrors errors = new SettingsErrors();

    private RequiredSettings(Configuration configuration) {
        values = configuration.values();
        configuration.errors().forEach(errors::add);
    }

    /**
     * Fails if a setting is missing or wrong.
     *
     * @throws IllegalArgumentException naming each such key
     */
    public static void requireIn(Configuration configuration, Roles roles, boolean clustered) {
        var required = new RequiredSettings(configuration);
        required.ofEveryNode();
        required.portForAll(roles);
        if (roles.needDatabase()) {
            required.read(() -> roles.connections(configuration.values()));
        }
        if (clustered) {
            required.section("cluster", ClusterSettings.class);
        }
        required.errors.throwIfAny();
    }

    /** Like {@link #requireIn}, for a database that is not known yet. */
    public static void requireWithoutDatabase(Configuration configuration) {
        var required = new RequiredSettings(configuration);
        required.ofEveryNode();
        required.errors.throwIfAny();
    }

    private void ofEveryNode() {
        section("http", HttpSettings.class);
        section("authentication", AuthenticationSettings.class);
        section("operations", OperationsSettings.class);
        section("events", EventSettings.class);
        section("enrollment", EnrollmentSettings.class);
        read(() -> BusSettings.in(values));
        read(() -> TimeLimits.thatFit(values));
    }

    /** With port 0, each instance would listen on a different port. */
    private void portForAll(Roles roles) {
        if (roles.instances() > 1 && roles.include(Role.GATEWAY)) {
            errors.collect(() -> errors.require(
                    Settings.value(values, "http.port", int.class) != 0,
                    "http.port must not be 0 with several --instances, which share it"));
        }
    }

    private void section(String name, Class<? extends Record> settings) {
        read(() -> Settings.read(values, name, settings));
    }

    private void read(Supplier<?> reading) {
        errors.collect(() -> {
            var unused = reading.get();
        });
    }
}
