package dev.registrar.server.node;

import dev.registrar.cluster.ClusterSettings;
import dev.registrar.events.AuditEvents;
import dev.registrar.events.log.EventPublisher;
import dev.registrar.events.webhook.WebhookSettings;
import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.operations.LogSettings;
import dev.registrar.platform.operations.ServerAddress;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.registration.enrollment.EnrollmentSettings;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.resource.imports.ImportSettings;
import dev.registrar.server.configuration.Configuration;
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

    /** Stands for the address of the database if it is wrong, because it has no default. */
    private static final String ANY_DATABASE = "postgresql://user@host/name";

    private final Configuration configuration;
    private final JsonObject values;
    private final Set<String> replaced = new HashSet<>();
    private final SettingsErrors errors = new SettingsErrors();

    private RequiredSettings(Configuration configuration) {
        this.configuration = configuration;
        values = configuration.values().copy();
        errors.addAll(configuration.errors());
    }

    /** Fails with each setting that is missing or wrong. */
    public static void requireIn(Configuration configuration, Roles roles, boolean clustered) {
        new RequiredSettings(configuration).check(roles, clustered);
    }

    private void check(Roles roles, boolean clustered) {
        if (!configuration.isComplete()) {
            errors.throwIfAny();
        }
        section("http", HttpSettings.class);
        section("authentication", AuthenticationSettings.class);
        section("log", LogSettings.class);
        section("tracing", TracingSettings.class);
        section("operations", OperationsSettings.class);
        section("events", EventPublisher.Publication.class);
        section("idempotency-keys", IdempotencyKey.Settings.class);
        section("audit", AuditEvents.Retention.class);
        section("imports", ImportSettings.class);
        section("enrollment", EnrollmentSettings.class);
        if (roles.needsDatabase()) {
            section("database", NodeDatabase.SETTINGS);
        }
        section("verticles", VerticleSettings.class);
        read(() -> VerticleSettings.verticlesIn(values));
        if (clustered) {
            section("cluster", ClusterSettings.class);
        }
        read(() -> BusSettings.in(values));
        read(this::webhooks);
        read(() -> TimeLimits.thatFit(values));
        errors.collect(() -> requireDifferentPorts(roles, clustered));
        errors.throwIfAny();
    }

    private void section(String name, Class<? extends Record> settings) {
        Settings.wrongValues(values, name, settings).forEach((key, wrong) -> {
            errors.addAll(wrong);
            replace(name, key.substring(name.length() + 1), key);
        });
        read(() -> Settings.read(values, name, settings));
    }

    private void replace(String section, String name, String key) {
        replaced.add(key);
        values.getJsonObject(section)
                .put(
                        name,
                        key.equals(DATABASE_URI)
                                ? ANY_DATABASE
                                : Configuration.defaults()
                                        .getJsonObject(section)
                                        .getValue(name));
    }

    /** Omits errors about replaced values, because nobody has set these. */
    private void read(Supplier<?> reading) {
        var found = new SettingsErrors();
        found.collectFrom(reading);
        found.all().stream()
                .filter(error -> replaced.stream().noneMatch(error::contains))
                .forEach(errors::add);
    }

    /** The types of webhooks are known unless custom verticles, which may have types of their own, are deployed. */
    private WebhookSettings webhooks() {
        var webhooks = WebhookSettings.in(values);
        if (VerticleSettings.verticlesIn(values).isEmpty()) {
            webhooks.requireTypes(Deployment.SCHEMAS);
        }
        return webhooks;
    }

    private void requireDifferentPorts(Roles roles, boolean clustered) {
        List<ServerAddress> others = new ArrayList<>();
        for (var port : LocalChecks.ports(roles, clustered)) {
            LocalChecks.address(values, port).ifPresent(address -> {
                others.stream().filter(address::overlaps).forEach(other -> requireDifferent(other, address));
                others.add(address);
            });
        }
    }

    private void requireDifferent(ServerAddress one, ServerAddress other) {
        errors.require(
                replaced.contains(one.key()) || replaced.contains(other.key()),
                "%s and %s must be different; both are %s".formatted(one.key(), other.key(), other.port()));
    }
}
