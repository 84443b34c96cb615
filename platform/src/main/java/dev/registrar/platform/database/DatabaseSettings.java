package dev.registrar.platform.database;

import dev.registrar.platform.settings.SettingsErrors;

/**
 * The settings of the connections to PostgreSQL.
 *
 * @param uri the server and the login
 * @param poolSize the maximum number of connections of a verticle for changes; those for other purposes are derived
 *     from it
 * @param maxWaitQueue the maximum number of requests of one verticle and purpose that wait for a connection; further
 *     ones fail with 503
 */
public record DatabaseSettings(DatabaseUri uri, int poolSize, int maxWaitQueue) {
    public DatabaseSettings {
        var errors = new SettingsErrors();
        errors.require(poolSize >= 1, "database.pool-size must be at least 1");
        errors.require(maxWaitQueue >= 0, "database.max-wait-queue must not be negative");
        errors.throwIfAny();
    }
}
