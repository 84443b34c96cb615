package dev.registrar.resource;

import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.events.EventSettings;
import dev.registrar.resource.events.Events;
import dev.registrar.resource.idempotency.IdempotencyKeys;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.store.Database;
import dev.registrar.resource.store.DatabaseSettings;
import dev.registrar.resource.store.Migrations;
import dev.registrar.resource.store.ResourceChanges;
import dev.registrar.resource.store.ResourceStore;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The resource types of one verticle: their store, and their place on the event bus. */
public final class ResourceService {
    /** A verticle that asks another one gives up before the gateway, which waits for both. */
    private static final Duration OTHER_VERTICLE_TIMEOUT = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final ResourceStore store;
    private final ResourceChanges changes;
    private final IdempotencyKeys keys;

    private ResourceService(Vertx vertx, ResourceTypes types, Database reads, Database writes, String schema) {
        this.vertx = vertx;
        store = new ResourceStore(types, reads);
        changes = new ResourceChanges(types, writes);
        keys = new IdempotencyKeys(writes, changes, schema);
        keys.pruneRegularly(vertx);
    }

    /**
     * Brings the verticle's schema up to date, connects to it, and publishes what happens to it.
     *
     * @param config the verticle's configuration, with the settings of the {@code database} and the {@code events}
     * @param schema the PostgreSQL schema of these types
     * @return fails when a setting is wrong or the database is away
     */
    public static Future<ResourceService> open(Vertx vertx, JsonObject config, String schema, ResourceTypes types) {
        var settings = Settings.read(config.getJsonObject("database"), DatabaseSettings.class);
        var events = Settings.read(config.getJsonObject("events"), EventSettings.class);
        return Migrations.run(vertx, settings, schema)
                .map(migrated -> Database.open(vertx, settings))
                .compose(writes -> Events.publish(vertx, writes, schema, events)
                        // Of their own connections, so that no number of readers keeps anybody from changing something.
                        .map(publishing ->
                                new ResourceService(vertx, types, Database.open(vertx, settings), writes, schema)));
    }

    public ResourceStore store() {
        return store;
    }

    public ResourceChanges changes() {
        return changes;
    }

    public IdempotencyKeys keys() {
        return keys;
    }

    /** Offers every action on a resource type. */
    public Future<Void> offer(ResourceType type) {
        return offer(type, Map.of());
    }

    /** Offers every action on a resource type, some of them by handlers of its own. */
    public Future<Void> offer(ResourceType type, Map<Action, ActionHandler> own) {
        var otherVerticles = new ResourceClient(vertx.eventBus(), OTHER_VERTICLE_TIMEOUT);
        Map<Action, ActionHandler> handlers = new HashMap<>(new ResourceReads(type, store, otherVerticles).handlers());
        handlers.putAll(new ResourceWrites(type, changes, keys).handlers());
        handlers.putAll(own);
        return new ResourceEndpoint(type.name(), handlers).offer(vertx);
    }
}
