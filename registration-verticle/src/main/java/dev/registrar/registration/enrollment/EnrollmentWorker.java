package dev.registrar.registration.enrollment;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.database.Pool;
import dev.registrar.platform.operations.Backlog;
import dev.registrar.platform.operations.LocalHealth;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.BusConsumer;
import dev.registrar.resource.bus.ResourceClient;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Completes enrollments. A message names each pending registration at once. Polling is the source of truth: it also
 * finds the registrations whose message or worker was lost. Several workers, on any nodes, share the work.
 */
public final class EnrollmentWorker extends AbstractVerticle {
    private static final String NAME = "enrollment";
    private static final int CAPACITY = 200;
    private static final int RENEWALS_IN_A_LEASE = 3;
    private static final Duration HEALTH_LIMIT = Duration.ofMillis(500);

    private ClaimScheduler scheduler;
    private LocalWorker local;
    private final List<BusConsumer> consumers = new ArrayList<>();

    /** The maximum number of database connections of a worker. */
    public static int connections(JsonObject config) {
        return Pool.connections(Set.of(Pool.BACKGROUND), Settings.read(config, "database", DatabaseSettings.class));
    }

    @Override
    public void start(Promise<Void> started) {
        var settings = Settings.read(config(), "enrollment", EnrollmentSettings.class);
        var limits = TimeLimits.in(config());
        Database.open(vertx, Settings.read(config(), "database", DatabaseSettings.class), limits, Pool.BACKGROUND)
                .compose(database -> work(database, settings, limits))
                .onComplete(started);
    }

    private Future<Void> work(Database database, EnrollmentSettings settings, TimeLimits limits) {
        var queue = new EnrollmentQueue(database, settings.lease());
        Backlog.show(
                NodeMetrics.of(vertx), "registrar.enrollment.due", "Registrations that wait for a worker", queue::due);
        var attempts = new EnrollmentAttempts(
                vertx, queue, decider(settings.decider(), limits), capacity(settings.decider()), settings, limits);
        scheduler = new ClaimScheduler(vertx, queue, attempts);
        var lists = new WaitingLists(vertx, queue, scheduler::poll);
        attempts.onLookDue(lists::look);
        vertx.setPeriodic(settings.pollInterval().toMillis(), timer -> poll(lists));
        vertx.setPeriodic(settings.lease().toMillis() / RENEWALS_IN_A_LEASE, timer -> attempts.renewLeases());
        local = LocalWorker.register(vertx, scheduler, attempts, settings.lease());
        LocalHealth.register(vertx, NAME, () -> health(queue));
        return Future.all(
                        BusConsumer.open(vertx, EnrollmentBus.WORKER, this::receive),
                        BusConsumer.open(vertx, EnrollmentBus.SEATS, message -> look(lists)))
                .onSuccess(opened -> consumers.addAll(opened.list()))
                .mapEmpty();
    }

    private void poll(WaitingLists lists) {
        scheduler.poll();
        lists.look();
    }

    private static Future<Void> look(WaitingLists lists) {
        lists.look();
        return Future.succeededFuture();
    }

    private Future<Void> receive(Message<Object> message) {
        scheduler.add(message);
        return Future.succeededFuture();
    }

    /** Never fails: without the database, and while somebody has locked its table, clients still get their 202. */
    private static Future<JsonObject> health(EnrollmentQueue queue) {
        return Deadline.in(HEALTH_LIMIT)
                .bound(queue.due())
                .map(due -> new JsonObject().put("oldest_due_seconds", (long) due.ageSeconds()))
                .otherwise(unknown -> new JsonObject());
    }

    /** Waits for the attempts that end soon, and hands the others back. */
    @Override
    public void stop(Promise<Void> stopped) {
        local.withdraw();
        var closed = Stream.concat(
                Stream.of(scheduler.stop()), consumers.stream().map(consumer -> consumer.close(Duration.ofSeconds(1))));
        Future.join(closed.toList()).<Void>mapEmpty().onComplete(stopped);
    }

    private Decider decider(DeciderSettings settings, TimeLimits limits) {
        return switch (settings.decider()) {
            case BUS -> {
                new DeciderConsumers(vertx, true).watch();
                yield claim -> EnrollmentBus.ask(vertx.eventBus(), claim, limits.decision());
            }
            case HTTP -> new HttpDecider(vertx, settings, limits.decision());
            case BUILT_IN -> {
                new DeciderConsumers(vertx, false).watch();
                yield new EffectiveDatesDecider(new ResourceClient(vertx), limits.reply());
            }
        };
    }

    /**
     * How many attempts may be in progress. What a slow HTTP decider cannot be asked yet stays unclaimed, so that it
     * uses up no attempt. The workers of a node share its limit.
     */
    private int capacity(DeciderSettings settings) {
        return settings.decider() == Decider.Kind.HTTP
                ? Math.max(1, settings.deciderConcurrency() / context.getInstanceCount())
                : CAPACITY;
    }
}
