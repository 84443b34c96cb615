package dev.registrar.resource;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.database.Pool;
import dev.registrar.platform.operations.LocalHealth;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.BusConsumer;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.bus.RequestLimits;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.export.ResourceExports;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.resource.idempotency.IdempotencyKeys;
import dev.registrar.resource.schema.SchemaHealth;
import dev.registrar.resource.store.ResourceChanges;
import dev.registrar.resource.store.ResourceCounts;
import dev.registrar.resource.store.ResourceStore;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Serves the resource types of one verticle: connects their store to the event bus. */
public final class ResourceService {
    private final Vertx vertx;
    private final JsonObject config;
    private final Schema schema;
    private final Pools pools;
    private final BusSettings bus;
    private final ResourceStore store;
    private final ResourceStore backgroundStore;
    private final ResourceExports exports;
    private final ResourceChanges changes;
    private final IdempotencyKeys keys;
    private final List<BusConsumer> consumers = new ArrayList<>();
    private final List<RequestLimits> requests = new ArrayList<>();
    private final Map<String, Imported> imported = new HashMap<>();
    private final List<VerticleProcess.Running> processes = new ArrayList<>();
    private final Map<Action, ActionHandler> ofProcesses = new EnumMap<>(Action.class);

    /** Separate connections for each kind of work, so that reads and changes do not delay each other. */
    private record Pools(
            Database read, Database scan, Database write, Database background, Database imports, Database export) {
        static Future<Pools> open(Vertx vertx, JsonObject config) {
            var database = Settings.read(config, "database", DatabaseSettings.class);
            var limits = TimeLimits.thatFit(config);
            return Future.join(
                            Database.open(vertx, database, limits, Pool.READ),
                            Database.open(vertx, database, limits, Pool.SCAN),
                            Database.open(vertx, database, limits, Pool.WRITE),
                            Database.open(vertx, database, limits, Pool.BACKGROUND),
                            Database.open(vertx, database, limits, Pool.IMPORT),
                            Database.open(vertx, database, limits, Pool.EXPORT))
                    .map(opened -> new Pools(
                            opened.resultAt(0),
                            opened.resultAt(1),
                            opened.resultAt(2),
                            opened.resultAt(3),
                            opened.resultAt(4),
                            opened.resultAt(5)));
        }
    }

    private ResourceService(Vertx vertx, JsonObject config, Schema schema, Pools pools) {
        this.vertx = vertx;
        this.config = config;
        this.schema = schema;
        this.pools = pools;
        bus = BusSettings.in(config);
        store = new ResourceStore(pools.read(), pools.scan());
        backgroundStore = new ResourceStore(pools.background(), pools.scan());
        exports = new ResourceExports(vertx, store, pools.export(), new ResourceClient(vertx));
        changes = new ResourceChanges(pools.write());
        var keySettings = Settings.read(config, "idempotency-keys", IdempotencyKey.Settings.class);
        keys = new IdempotencyKeys(vertx, pools.write(), schema.name(), keySettings, bus.replyTimeout());
        keys.startPruning();
    }

    /**
     * Connects to the database, whose schema must be up to date, and starts the processes that run without requests.
     *
     * @param config the verticle's configuration, with the settings of the {@code event-bus}, the {@code database}, the
     *     {@code idempotency-keys}, and those of the processes
     * @param processes what runs beside the resource types
     * @return fails when a setting is wrong or the database cannot be used
     */
    static Future<ResourceService> open(
            Vertx vertx, JsonObject config, Schema schema, List<VerticleProcess> processes) {
        return Pools.open(vertx, config).compose(pools -> {
            ResourceCounts.foldRegularly(vertx, pools.background(), schema.name());
            return new ResourceService(vertx, config, schema, pools).start(processes);
        });
    }

    private Future<ResourceService> start(List<VerticleProcess> all) {
        LocalHealth.register(
                vertx,
                schema.name(),
                () -> SchemaHealth.check(pools.background(), schema).map(new JsonObject()));
        return Future.all(all.stream()
                        .map(process -> process.start(this).onSuccess(processes::add))
                        .toList())
                .map(this);
    }

    /**
     * A type whose resources can be imported.
     *
     * @param handlers of the requests that rows of some types are
     */
    public record Imported(ImportRule rule, Map<Action, ActionHandler> handlers) {}

    public Future<Void> serve(ResourceType type) {
        return serve(type, Map.of());
    }

    /** Serves every action on a resource type, some of them with the verticle's own handlers. */
    public Future<Void> serve(ResourceType type, Map<Action, ActionHandler> own) {
        return serve(type, own, ImportRule.STORED);
    }

    /** Likewise; the rule says how its resources are imported. */
    public Future<Void> serve(ResourceType type, Map<Action, ActionHandler> own, ImportRule rule) {
        var otherVerticles = new ResourceClient(vertx);
        Map<Action, ActionHandler> handlers = new HashMap<>(new ResourceReads(store, otherVerticles).handlers());
        handlers.put(Action.EXPORT, exports::export);
        handlers.put(Action.EXPORT_RELATED, exports::exportRelated);
        handlers.putAll(writes());
        handlers.putAll(ofProcesses);
        handlers.putAll(own);
        imported.put(type.name(), new Imported(rule, Map.copyOf(handlers)));
        var reserved = new ResourceReads(backgroundStore, otherVerticles).handlers();
        return Future.all(
                        serve(ResourceBus.addressOf(type.name()), schema.types(), type, handlers),
                        serve(ResourceBus.reservedAddressOf(type.name()), schema.types(), type, reserved))
                .mapEmpty();
    }

    /** Lets a process, while it starts, handle an action on every type of the verticle. */
    public void handle(Action action, ActionHandler handler) {
        ofProcesses.put(action, handler);
    }

    /** The handlers of the actions that change resources. */
    public Map<Action, ActionHandler> writes() {
        return new ResourceWrites(changes, keys).handlers();
    }

    private Future<Void> serve(
            String address, ResourceTypes all, ResourceType type, Map<Action, ActionHandler> handlers) {
        var limits = new RequestLimits(bus.maxInFlight(), NodeMetrics.of(vertx).rejections("verticle"));
        requests.add(limits);
        return new ResourceEndpoint(vertx, address, all, type, handlers, bus, limits)
                .listen()
                .onSuccess(consumers::add)
                .mapEmpty();
    }

    /**
     * Serves the reading of a type that all verticles share, whatever schema its table is in, and what else these
     * handlers do.
     */
    public Future<Void> serveShared(ResourceTypes all, ResourceType type, Map<Action, ActionHandler> own) {
        var reads = new ResourceReads(store, new ResourceClient(vertx));
        Map<Action, ActionHandler> handlers = new EnumMap<>(Map.of(
                Action.LIST,
                reads::list,
                Action.GET,
                reads::get,
                Action.RELATED,
                reads::related,
                Action.EXPORT,
                exports::export,
                Action.EXPORT_RELATED,
                exports::exportRelated));
        handlers.putAll(own);
        return serve(ResourceBus.addressOf(type.name()), all, type, handlers);
    }

    /** The store for the verticle's own processes, with separate connections that clients cannot occupy. */
    public ResourceStore backgroundStore() {
        return backgroundStore;
    }

    public Vertx vertx() {
        return vertx;
    }

    public JsonObject config() {
        return config;
    }

    public Schema schema() {
        return schema;
    }

    /** The connections for reads of clients. */
    public Database reading() {
        return pools.read();
    }

    /** The connections for changes by clients. */
    public Database changing() {
        return pools.write();
    }

    /** The connections for the verticle's own processes, which clients cannot occupy. */
    public Database background() {
        return pools.background();
    }

    /** The connections for imports, which others do not wait for. */
    public Database importing() {
        return pools.imports();
    }

    /** How the resources of a type are imported; empty until it is served. */
    public Optional<Imported> imported(ResourceType type) {
        return Optional.ofNullable(imported.get(type.name()));
    }

    /** How many requests have arrived since the start. */
    public long requests() {
        return requests.stream().mapToLong(RequestLimits::begun).sum();
    }

    /** Sends files of many resources. */
    public ResourceExports exports() {
        return exports;
    }

    public ResourceChanges changes() {
        return changes;
    }

    public IdempotencyKeys keys() {
        return keys;
    }

    /**
     * Stops receiving requests, and then the processes. Completes when the requests that have arrived have been replied
     * to, and no event is being published.
     */
    Future<Void> stop() {
        var timeout = bus.replyTimeout();
        return Future.join(consumers.stream()
                        .map(consumer -> consumer.close(timeout))
                        .toList())
                .compose(replied -> Future.join(
                        processes.stream().map(process -> process.stop(timeout)).toList()))
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
