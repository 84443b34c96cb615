package dev.registrar.server.node;

import dev.registrar.cluster.ClusterSettings;
import dev.registrar.events.AuditEvents;
import dev.registrar.events.log.EventPublisher;
import dev.registrar.events.webhook.WebhookSettings;
import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.operations.LogSettings;
import dev.registrar.platform.operations.ServerAddress;
import dev.registrar.platform.settings.InvalidSettingsException;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.registration.enrollment.EnrollmentSettings;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.node.verticles.VerticleSettings;
import dev.registrar.server.operations.OperationsSettings;
import dev.registrar.server.tracing.TracingSettings;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads every setting that a node needs before the node does anything, and reports the errors of all sections at once.
 */
public final class RequiredSettings {
    private final Configuration configuration;
    private final JsonObject values;
    private final SettingsErrors errors = new SettingsErrors();

    private RequiredSettings(Configuration configuration) {
        this.configuration = configuration;
        values = configuration.values();
        errors.addAll(configuration.errors());
    }

    /**
     * Fails if a setting is missing or wrong.
     *
     * @throws InvalidSettingsException naming each such key
     */
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
        section("enrollment", EnrollmentSettings.class);
        if (roles.needsDatabase()) {
            section("database", NodeDatabase.SETTINGS);
        }
        section("verticles", VerticleSettings.class);
        errors.collectFrom(() -> VerticleSettings.verticlesIn(values));
        if (clustered) {
            section("cluster", ClusterSettings.class);
        }
        errors.collectFrom(() -> BusSettings.in(values));
        errors.collectFrom(this::webhooks);
        errors.collectFrom(() -> TimeLimits.thatFit(values));
        errors.collect(() -> requireDifferentPorts(roles, clustered));
        errors.throwIfAny();
    }

    private void section(String name, Class<? extends Record> settings) {
        errors.collectFrom(() -> Settings.read(values, name, settings));
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
        errors.add("%s and %s must be different; both are %s".formatted(one.key(), other.key(), other.port()));
    }
}
