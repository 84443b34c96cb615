package dev.registrar.resource;

import dev.registrar.resource.audit.AuditEvents;
import dev.registrar.resource.audit.AuditRetention;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.BusConsumer;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.DatabaseSettings;
import dev.registrar.resource.database.Pool;
import dev.registrar.resource.events.Events;
import dev.registrar.resource.idempotency.IdempotencyKeys;
import dev.registrar.resource.operations.LocalHealth;
import dev.registrar.resource.schema.SchemaHealth;
import dev.registrar.resource.session.EndedSessionService;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.store.ResourceChanges;
import dev.registrar.resource.store.ResourceCounts;
import dev.registrar.resource.store.ResourceStore;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.resource.webhook.Webhooks;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Serves the resource types of one verticle: connects their store to the event bus. */
public final class ResourceService {
    private final Vertx vertx;
    private final BusSettings bus;
    private final ResourceTypes types;
    private final ResourceStore store;
    private final ResourceStore reservedStore;
    private final ResourceChanges changes;
    private final IdempotencyKeys keys;
    private final Events events;
    private final Webhooks webhooks;
    private final EndedSessionService endedSessions;
    private final List<BusConsumer> consumers = new ArrayList<>();

    /** Separate connections for each kind of work, so that reads and changes do not delay each other. */
    private record Lanes(Database reading, Database scanning, Database changing, Database reserved) {
        static Future<Lanes> open(Vertx vertx, ServiceSettings settings) {
            var database = settings.database();
            var limits = settings.limits();
            return Future.join(
                            Database.open(vertx, database, limits, Pool.READ),
                            Database.open(vertx, database, limits, Pool.SCAN),
                            Database.open(vertx, database, limits, Pool.WRITE),
                            Database.open(vertx, database, limits, Pool.BACKGROUND))
                    .map(opened ->
                            new Lanes(opened.resultAt(0), opened.resultAt(1), opened.resultAt(2), opened.resultAt(3)));
        }
    }

    private ResourceService(
            Vertx vertx, ServiceSettings settings, Schema schema, Lanes lanes, Events events, Webhooks webhooks) {
        this.vertx = vertx;
        bus = settings.bus();
        this.events = events;
        this.webhooks = webhooks;
        types = schema.types();
        store = new ResourceStore(lanes.reading(), lanes.scanning());
        reservedStore = new ResourceStore(lanes.reserved(), lanes.scanning());
        changes = new ResourceChanges(lanes.changing());
        keys = new IdempotencyKeys(
                vertx,
                lanes.changing(),
                schema.name(),
                settings.keys(),
                settings.limits().reply());
        keys.startPruning();
        endedSessions = new EndedSessionService(vertx, lanes.reserved(), schema.name());
    }

    /**
     * Connects to the database, whose schema must be up to date, and starts the processes that run without requests.
     *
     * @param config the verticle's configuration, with the settings of the {@code event-bus}, the {@code database},
     *     the {@code events}, the {@code idempotency-keys}, the {@code audit} and the {@code webhooks}
     * @return fails when a setting is wrong or the database cannot be used
     */
    static Future<ResourceService> open(Vertx vertx, JsonObject config, Schema schema) {
        var settings = ServiceSettings.in(config);
        return Lanes.open(vertx, settings)
                .compose(lanes -> Events.publish(
                                vertx, lanes.changing(), lanes.reading(), lanes.reserved(), schema, settings.events())
                        .compose(events -> offerHealth(vertx, lanes.reserved(), schema)
                                .compose(offered -> start(vertx, settings, schema, lanes, events))));
    }

    private static Future<ResourceService> start(
            Vertx vertx, ServiceSettings settings, Schema schema, Lanes lanes, Events events) {
        AuditRetention.keep(vertx, lanes.reserved(), settings.audit());
        new ResourceCounts(vertx, lanes.reserved(), schema.name()).foldRegularly();
        return Webhooks.deliver(vertx, lanes.reserved(), schema, settings.webhooks())
                .map(webhooks -> new ResourceService(vertx, settings, schema, lanes, events, webhooks));
    }

    private static Future<Void> offerHealth(Vertx vertx, Database database, Schema schema) {
        return SchemaHealth.of(database, schema)
                .onSuccess(health -> LocalHealth.register(
                        vertx, schema.name(), () -> health.check().map(new JsonObject())))
                .mapEmpty();
    }

    /** Offers every action on a resource type. */
    public Future<Void> offer(ResourceType type) {
        return offer(type, Map.of());
    }

    /** Offers every action on a resource type, some of them with the verticle's own handlers. */
    public Future<Void> offer(ResourceType type, Map<Action, ActionHandler> own) {
        var otherVerticles = new ResourceClient(vertx);
        Map<Action, ActionHandler> handlers = new HashMap<>(new ResourceReads(store, otherVerticles).handlers());
        handlers.putAll(new ResourceWrites(changes, keys).handlers());
        handlers.putAll(own);
        var reserved = new ResourceReads(reservedStore, otherVerticles).handlers();
        return warmUp(type, handlers)
                .compose(warm -> Future.all(
                        offer(ResourceBus.addressOf(type.name()), types, type, handlers),
                        offer(ResourceBus.reservedAddressOf(type.name()), types, type, reserved)))
                .mapEmpty();
    }

    /** Warms up only in a cluster, where other nodes serve meanwhile. */
    private Future<Void> warmUp(ResourceType type, Map<Action, ActionHandler> handlers) {
        return vertx.isClustered() ? new WarmUp(types, type, handlers).run() : Future.succeededFuture();
    }

    private Future<Void> offer(
            String address, ResourceTypes all, ResourceType type, Map<Action, ActionHandler> handlers) {
        return new ResourceEndpoint(vertx, address, all, type, handlers, bus)
                .offer()
                .onSuccess(consumers::add)
                .mapEmpty();
    }

    /** Offers the audit events of all schemas: every verticle reads the same table. */
    Future<Void> offerAudit() {
        var reads = new ResourceReads(store, new ResourceClient(vertx));
        return offer(
                ResourceBus.addressOf(AuditEvents.TYPE.name()),
                AuditEvents.TYPES,
                AuditEvents.TYPE,
                Map.of(Action.LIST, reads::list, Action.GET, reads::get));
    }

    /** Stores ended browser sessions for the gateways; exactly one verticle of the service offers this. */
    public Future<Void> offerEndedSessions() {
        return endedSessions.offer().onSuccess(consumers::addAll).mapEmpty();
    }

    /** The store for the verticle's own processes, with separate connections that clients cannot occupy. */
    public ResourceStore reservedStore() {
        return reservedStore;
    }

    public ResourceChanges changes() {
        return changes;
    }

    public IdempotencyKeys keys() {
        return keys;
    }

    /**
     * Stops receiving requests. Completes when those that have arrived have been replied to, and no event is being
     * published.
     */
    Future<Void> stop() {
        var patience = bus.replyTimeout();
        return Future.join(consumers.stream()
                        .map(consumer -> consumer.close(patience))
                        .toList())
                .compose(replied -> Future.join(events.stop(patience), webhooks.stop(patience)))
                .mapEmpty();
    }

    /** The maximum number of database connections of one service, without those that all services of a node share. */
    public static int connections(JsonObject config) {
        return Pool.connections(EnumSet.allOf(Pool.class), Settings.read(config, "database", DatabaseSettings.class));
    }

    /** The maximum number of database connections that all services of a node share. */
    public static int sharedConnections(JsonObject config) {
        return Pool.sharedConnections(Settings.read(config, "database", DatabaseSettings.class));
    }
}
