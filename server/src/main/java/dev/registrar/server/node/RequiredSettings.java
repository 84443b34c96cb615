package dev.registrar.server.node;

import dev.registrar.cluster.ClusterSettings;
import dev.registrar.events.AuditEvents;
import dev.registrar.events.log.EventPublisher;
import dev.registrar.events.webhook.WebhookSettings;
import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.http.LogSettings;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.gateway.http.server.ServerAddress;
import dev.registrar.platform.settings.InvalidSettingsException;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.registration.enrollment.EnrollmentSettings;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.node.verticles.CustomVerticle;
import dev.registrar.server.node.verticles.VerticleSettings;
import dev.registrar.server.operations.OperationsSettings;
import dev.registrar.server.tracing.TracingSettings;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads every setting that a node needs before the node does anything, and reports all errors at once: a wrong value is
 * replaced by its default, so that the rest of its section can be checked as well.
 */
public final class RequiredSettings {
    private static final String DATABASE_URI = "database.uri";

    /** Stands for the address of the database if it is wrong or not needed, because it has no default. */
    private static final String ANY_DATABASE = "postgresql://user@host/name";

    private final JsonObject values;
    private final JsonObject defaults = Configuration.defaults();
    private final Set<String> replaced = new HashSet<>();
    private final SettingsErrors errors = new SettingsErrors();
    private final Configuration configuration;

    private RequiredSettings(Configuration configuration) {
        this.configuration = configuration;
        values = configuration.values().copy();
        errors.addAll(configuration.errors());
    }

    /**
     * Fails if a setting is missing or wrong.
     *
     * @throws InvalidSettingsException naming each such key
     */
    public static void requireIn(Configuration configuration, Roles roles, boolean clustered) {
        var required = new RequiredSettings(configuration);
        if (!roles.needsDatabase()) {
            required.replace(DATABASE_URI);
        }
        required.check(roles, clustered);
        required.throwIfAny();
    }

    /** Like {@link #requireIn}, for a node with all roles whose database is not known yet. */
    public static void requireWithoutDatabase(Configuration configuration) {
        var required = new RequiredSettings(configuration);
        required.replace(DATABASE_URI);
        required.check(Roles.ALL, false);
        required.throwIfAny();
    }

    private void check(Roles roles, boolean clustered) {
        section("http", HttpSettings.class);
        section("authentication", AuthenticationSettings.class);
        section("log", LogSettings.class);
        section("tracing", TracingSettings.class);
        section("operations", OperationsSettings.class);
        section("events", EventPublisher.Publication.class);
        section("idempotency-keys", IdempotencyKey.Settings.class);
        section("audit", AuditEvents.Retention.class);
        section("enrollment", EnrollmentSettings.class);
        section("database", NodeDatabase.SETTINGS);
        section("verticles", VerticleSettings.class);
        read(() -> CustomVerticle.listIn(values));
        if (clustered) {
            section("cluster", ClusterSettings.class);
        }
        read(() -> BusSettings.in(values));
        read(this::webhooks);
        read(() -> TimeLimits.thatFit(values));
        requireDifferentPorts(roles, clustered);
    }

    private void throwIfAny() {
        var sorted = new SettingsErrors();
        sorted.addAll(configuration.inOrder(errors.all()));
        sorted.throwIfAny();
    }

    private void section(String name, Class<? extends Record> settings) {
        Settings.wrongValues(values, name, settings).forEach((key, wrong) -> {
            errors.addAll(wrong);
            replace(key);
        });
        read(() -> Settings.read(values, name, settings));
    }

    private void replace(String key) {
        var section = key.substring(0, key.indexOf('.'));
        var name = key.substring(key.indexOf('.') + 1);
        replaced.add(key);
        values.getJsonObject(section)
                .put(
                        name,
                        key.equals(DATABASE_URI)
                                ? ANY_DATABASE
                                : defaults.getJsonObject(section).getValue(name));
    }

    /** Omits errors about replaced values, because nobody has set these. */
    private void read(Supplier<?> reading) {
        var found = new SettingsErrors();
        found.collectFrom(reading);
        errors.addAll(found.all().stream()
                .filter(error -> replaced.stream().noneMatch(error::contains))
                .toList());
    }

    /** The types of webhooks are known unless custom verticles, which may have types of their own, are deployed. */
    private WebhookSettings webhooks() {
        var webhooks = WebhookSettings.in(values);
        if (CustomVerticle.listIn(values).isEmpty()) {
            webhooks.requireTypes(Deployment.SCHEMAS);
        }
        return webhooks;
    }

    private void requireDifferentPorts(Roles roles, boolean clustered) {
        List<ServerAddress> others = new ArrayList<>();
        for (var address : addresses(roles, clustered)) {
            others.stream()
                    .filter(address::overlaps)
                    .forEach(other -> errors.require(
                            replaced.contains(address.key()) || replaced.contains(other.key()),
                            "%s and %s must be different; both are %s"
                                    .formatted(other.key(), address.key(), address.port())));
            others.add(address);
        }
    }

    private List<ServerAddress> addresses(Roles roles, boolean clustered) {
        List<ServerAddress> addresses = new ArrayList<>();
        if (roles.includes(Role.GATEWAY)) {
            addresses.add(address("http", "port"));
        }
        if (isOn("operations.metrics") || isOn("operations.health")) {
            addresses.add(address("operations", "port"));
        }
        if (clustered) {
            addresses.add(address("cluster", "port"));
            addresses.add(address("cluster", "event-bus-port"));
        }
        return addresses;
    }

    private ServerAddress address(String section, String port) {
        var key = section + "." + port;
        return new ServerAddress(
                Settings.value(values, section + ".host", String.class), Settings.value(values, key, int.class), key);
    }

    private boolean isOn(String key) {
        return Settings.value(values, key, boolean.class);
    }
}
