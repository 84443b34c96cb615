package dev.registrar.events.webhook;

import dev.registrar.events.log.CloudEvents;
import dev.registrar.events.log.EventLog;
import dev.registrar.events.log.EventTypes;
import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.VerticleProcess.Running;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the events of one schema to the configured endpoints. Messages that announce events and, if they are lost, a
 * poll for all endpoints together wake those that have not received the latest event. Use it on one event loop only.
 */
public final class Webhooks {
    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);

    private static final int RENEWALS_IN_A_LEASE = 3;

    /** How many leases pass between two looks for endpoints that are no longer configured. */
    private static final int LEASES_BETWEEN_LOOKS = 4;

    /**
     * Events that follow each other quickly are delivered as one batch. Each is announced just before it can be read.
     */
    private static final Duration GATHERING = Duration.ofMillis(100);

    private final Vertx vertx;
    private final EventLog log;
    private final EndpointClaims claims;

    /** By the name of the endpoint. */
    private final Map<String, EndpointWorker> workers;

    private final ProcessWarning warning;
    private Future<List<EndpointClaims.Claim>> claiming = Future.succeededFuture(List.of());
    private Future<Long> looking = Future.succeededFuture(0L);
    private boolean isWaking;

    private Webhooks(Vertx vertx, EventLog log, EndpointClaims claims, Map<String, EndpointWorker> workers) {
        this.vertx = vertx;
        this.log = log;
        this.claims = claims;
        this.workers = workers;
        warning = new ProcessWarning(vertx, LOG, "Webhooks currently cannot be delivered");
    }

    /**
     * Starts to deliver. Each endpoint continues where any node has stopped; a new one receives the events from the
     * completion of this start.
     */
    public static Future<Running> start(ResourceService service) {
        var vertx = service.vertx();
        var database = service.background();
        var schema = service.schema();
        var settings = WebhookSettings.in(service.config());
        var log = new EventLog(database, schema.name());
        var reads = new SharedReads(log);
        var progress = new DeliveryProgress(vertx, database, schema.name());
        var workers = settings.endpoints().stream()
                .filter(endpoint -> concerns(endpoint, schema))
                .collect(Collectors.toMap(
                        Endpoint::name,
                        endpoint -> new EndpointWorker(
                                vertx, schema.name(), endpoint, settings.delivery(), reads, progress)));
        var claims =
                new EndpointClaims(database, schema.name(), settings.delivery().lease());
        var webhooks = new Webhooks(vertx, log, claims, workers);
        webhooks.forgetRegularly(settings);
        return workers.isEmpty()
                ? Future.succeededFuture(webhooks::stop)
                : webhooks.start(schema.name(), settings.delivery()).map(webhooks::stop);
    }

    private void forgetRegularly(WebhookSettings settings) {
        var names = settings.endpoints().stream().map(Endpoint::name).toList();
        var interval = settings.delivery().lease().multipliedBy(LEASES_BETWEEN_LOOKS);
        vertx.setPeriodic(
                interval.toMillis(), timer -> claims.forgetAllBut(names).onFailure(warning::log));
    }

    private static boolean concerns(Endpoint endpoint, Schema schema) {
        return endpoint.types().isEmpty()
                || !Collections.disjoint(endpoint.types(), new EventTypes(schema.types()).names());
    }

    /** Completes after the first attempt to claim the endpoints, which creates those that are new; never fails. */
    private Future<Void> start(String source, WebhookSettings.Delivery settings) {
        claim();
        vertx.setPeriodic(settings.lease().toMillis() / RENEWALS_IN_A_LEASE, timer -> claim());
        vertx.setPeriodic(settings.pollInterval().toMillis(), timer -> poll());
        vertx.eventBus().consumer(ResourceBus.EVENTS, message -> {
            if (message.body() instanceof JsonObject event
                    && CloudEvents.sourceOf(source).equals(event.getString("source"))) {
                wake();
            }
        });
        PauseRequests.receive(
                vertx,
                source,
                (endpoint, wait) -> Optional.ofNullable(workers.get(endpoint)).ifPresent(worker -> worker.pause(wait)));
        return claiming.<Void>mapEmpty().otherwiseEmpty();
    }

    /** Claims all endpoints together, in one statement. */
    private void claim() {
        var claimants = workers.keySet().stream()
                .filter(name -> !workers.get(name).held().isReleased())
                .toList();
        if (claimants.isEmpty() || !claiming.isComplete()) {
            return;
        }
        var asked = System.nanoTime();
        claiming = claims.claim(claimants);
        claiming.onFailure(warning::log).onSuccess(claimed -> {
            claimed.forEach(claim -> workers.get(claim.fence().endpoint()).receive(claim, asked));
            poll();
        });
    }

    private void poll() {
        look();
        workers.values().forEach(EndpointWorker::retry);
    }

    private void wake() {
        if (!isWaking) {
            isWaking = true;
            vertx.setTimer(GATHERING.toMillis(), over -> {
                isWaking = false;
                look();
            });
        }
    }

    /** Looks for the latest event, once for all endpoints that this node delivers to. */
    private void look() {
        if (looking.isComplete()
                && workers.values().stream().anyMatch(worker -> worker.held().allowsAttempts())) {
            looking = log.latest();
            looking.onFailure(warning::log)
                    .onSuccess(latest -> workers.values().forEach(worker -> worker.deliver(latest)));
        }
    }

    /** Stops delivering, so that other nodes can continue at once; never fails. */
    private Future<Void> stop(Duration timeout) {
        return Future.join(workers.values().stream()
                        .map(worker -> worker.stop(timeout))
                        .toList())
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }
}
