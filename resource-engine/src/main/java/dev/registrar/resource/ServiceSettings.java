package dev.registrar.resource;

import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.idempotency.IdempotencyKey;
import io.vertx.core.json.JsonObject;

/** The settings of a verticle that serves resources. */
record ServiceSettings(DatabaseSettings database, BusSettings bus, TimeLimits limits, IdempotencyKey.Settings keys) {

    /** Reads the settings from the configuration of the verticle. */
    static ServiceSettings in(JsonObject config) {
        return new ServiceSettings(
                Settings.read(config, "database", DatabaseSettings.class),
                BusSettings.in(config),
                TimeLimits.thatFit(config),
                Settings.read(config, "idempotency-keys", IdempotencyKey.Settings.class));
    }
}
