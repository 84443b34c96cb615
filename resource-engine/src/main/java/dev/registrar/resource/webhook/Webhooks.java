package dev.registrar.resource.webhook;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.events.EventTypes;
import dev.registrar.resource.operations.NodeMetrics;
import dev.registrar.resource.type.Schema;
import dev.registrar.resource.webhook.settings.DeliverySettings;
import dev.registrar.resource.webhook.settings.Endpoint;
import dev.registrar.resource.webhook.settings.WebhookSettings;
import dev.registrar.resource.webhook.state.EndpointClaims;
import dev.registrar.resource.webhook.state.EndpointClaims.Claim;
import dev.registrar.resource.webhook.state.EndpointStates;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers the events of one schema to the configured endpoints. Use it on one event loop only. */
public final class Webhooks {
    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);

    private static final int RENEWALS_IN_A_LEASE = 3;

    /** How many leases pass between two looks for endpoints that are no longer configured. */
    private static final int LEASES_BETWEEN_LOOKS = 4;

    private final EndpointClaims claims;
    private final List<EndpointWorker> workers;
    private final ProcessWarning unclaimed;
    private Future<Map<String, Claim>> claiming = Future.succeededFuture(Map.of());

    private Webhooks(Vertx vertx, EndpointClaims claims, List<EndpointWorker> workers) {
        this.claims = claims;
        this.workers = workers;
        unclaimed = new ProcessWarning(vertx, LOG, "The webhook endpoints cannot be claimed now");
    }

    /**
     * Starts to deliver. Each endpoint continues where any node has stopped; a new one receives the events from the completion of
     * this start.
     *
     * @param database the connections for reading events and for storing progress
     * @return never fails
     */
    public static Future<Webhooks> deliver(Vertx vertx, Database database, Schema schema, WebhookSettings settings) {
        var claims =
                new EndpointClaims(database, schema.name(), settings.delivery().lease());
        forgetRegularly(vertx, claims, settings);
        var states = new EndpointStates(vertx, database, schema.name());
        var workers = settings.endpoints().stream()
                .filter(endpoint -> concerns(endpoint, schema))
                .map(endpoint -> new EndpointWorker(
                        vertx,
                        endpoint,
                        settings.delivery(),
                        states.of(endpoint),
                        new WebhookMeters(NodeMetrics.of(vertx), endpoint.name(), schema.name())))
                .toList();
        PauseRequests.receive(
                vertx,
                schema.name(),
                (endpoint, wait) -> workers.stream()
                        .filter(worker -> worker.endpoint().equals(endpoint))
                        .forEach(worker -> worker.pause(wait)));
        var webhooks = new Webhooks(vertx, claims, workers);
        return workers.isEmpty()
                ? Future.succeededFuture(webhooks)
                : webhooks.start(vertx, settings.delivery()).map(webhooks);
    }

    private static void forgetRegularly(Vertx vertx, EndpointClaims claims, WebhookSettings settings) {
        var names = settings.endpoints().stream().map(Endpoint::name).toList();
        var warning = new ProcessWarning(vertx, LOG, "The state of former webhook endpoints cannot be removed now");
        var interval = settings.delivery().lease().multipliedBy(LEASES_BETWEEN_LOOKS);
        vertx.setPeriodic(
                interval.toMillis(), timer -> claims.forgetAllBut(names).onFailure(warning::log));
    }

    /**
     * All endpoints are claimed together, and look for events at the same time, because they then share statements.
     *
     * @return completes after the first attempt to claim them, which creates those that are new
     */
    private Future<Void> start(Vertx vertx, DeliverySettings settings) {
        claim();
        vertx.setPeriodic(settings.lease().toMillis() / RENEWALS_IN_A_LEASE, timer -> claim());
        vertx.setPeriodic(settings.pollInterval().toMillis(), timer -> workers.forEach(EndpointWorker::deliver));
        return claiming.<Void>mapEmpty().otherwiseEmpty();
    }

    private void claim() {
        var claimants = workers.stream().filter(EndpointWorker::needsClaim).toList();
        if (claimants.isEmpty() || !claiming.isComplete()) {
            return;
        }
        var asked = System.nanoTime();
        claiming = claims.claim(claimants.stream().map(EndpointWorker::endpoint).toList());
        claiming.onSuccess(claimed -> claimants.forEach(worker -> worker.take(claimed.get(worker.endpoint()), asked)))
                .onFailure(unclaimed::log);
    }

    private static boolean concerns(Endpoint endpoint, Schema schema) {
        return endpoint.types().isEmpty()
                || !Collections.disjoint(endpoint.types(), new EventTypes(schema.types()).names());
    }

    /**
     * Stops delivering, so that other nodes can continue at once.
     *
     * @param patience how long to wait for endpoints to respond
     * @return never fails
     */
    public Future<Void> stop(Duration patience) {
        return Future.join(workers.stream().map(worker -> worker.stop(patience)).toList())
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }
}
