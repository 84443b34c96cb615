package dev.registrar.gateway.launcher;

import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.gateway.operations.OperationsSettings;
import dev.registrar.registration.enrollment.EnrollmentSettings;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.events.EventSettings;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.time.TimeLimits;
import io.vertx.core.json.JsonObject;

/** Reads every setting that a node will need, before it does anything. */
final class RequiredSettings {
    private final JsonObject configuration;

    private RequiredSettings(JsonObject configuration) {
        this.configuration = configuration;
    }

    /**
     * Fails when a setting is missing or wrong.
     *
     * @throws IllegalArgumentException naming the key
     */
    static void requireIn(JsonObject configuration, Roles roles) {
        var required = new RequiredSettings(configuration);
        required.ofEveryNode();
        required.portForAll(roles);
        if (roles.needDatabase()) {
            required.ofTheDatabase(roles);
        }
    }

    private void ofEveryNode() {
        var unused = new Object[] {
            section("http", HttpSettings.class),
            section("authentication", AuthenticationSettings.class),
            section("operations", OperationsSettings.class),
            section("events", EventSettings.class),
            section("enrollment", EnrollmentSettings.class),
            BusSettings.in(configuration),
            TimeLimits.in(configuration)
        };
    }

    private void ofTheDatabase(Roles roles) {
        if (configuration.getJsonObject("database").getString("uri").isBlank()) {
            throw new IllegalArgumentException(
                    "database.uri must name a PostgreSQL; only the development launcher has one");
        }
        var unused = roles.connections(configuration);
    }

    /** Of a port that is any free one, each instance would take another. */
    private void portForAll(Roles roles) {
        var isAnyFree = section("http", HttpSettings.class).port() == 0;
        if (isAnyFree && roles.instances() > 1 && roles.include(Role.GATEWAY)) {
            throw new IllegalArgumentException("http.port must not be 0 with several --instances, which share it");
        }
    }

    private <T extends Record> T section(String name, Class<T> settings) {
        return Settings.read(configuration, name, settings);
    }
}
