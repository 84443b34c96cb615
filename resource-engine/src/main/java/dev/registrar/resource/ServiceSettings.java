package dev.registrar.resource;

import dev.registrar.resource.audit.AuditSettings;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.database.DatabaseSettings;
import dev.registrar.resource.events.EventSettings;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.TimeLimits;
import dev.registrar.resource.webhook.settings.WebhookSettings;
import io.vertx.core.json.JsonObject;

/** The settings of a verticle that serves resources. */
record ServiceSettings(
        DatabaseSettings database,
        BusSettings bus,
        TimeLimits limits,
        EventSettings events,
        IdempotencyKey.Settings keys,
        AuditSettings audit,
        WebhookSettings webhooks) {

    /** Reads the settings from the configuration of the verticle. */
    static ServiceSettings in(JsonObject config) {
        return new ServiceSettings(
                Settings.read(config, "database", DatabaseSettings.class),
                BusSettings.in(config),
                TimeLimits.thatFit(config),
                Settings.read(config, "events", EventSettings.class),
                Settings.read(config, "idempotency-keys", IdempotencyKey.Settings.class),
                Settings.read(config, "audit", AuditSettings.class),
                WebhookSettings.in(config));
    }
}
