package dev.registrar.resource.webhook;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.failure.ProcessWarning;
import dev.registrar.resource.events.EventTypes;
import dev.registrar.resource.metrics.NodeMetrics;
import dev.registrar.resource.type.Schema;
import dev.registrar.resource.webhook.settings.Endpoint;
import dev.registrar.resource.webhook.settings.WebhookSettings;
import dev.registrar.resource.webhook.state.EndpointClaims;
import dev.registrar.resource.webhook.state.EndpointProgress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers the events of one schema to the configured endpoints. Use it on one event loop only. */
public final class Webhooks {
    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);

    /** How many leases pass between two looks for endpoints that are no longer configured. */
    private static final int LEASES_BETWEEN_LOOKS = 4;

    private final List<EndpointWorker> workers;

    private Webhooks(List<EndpointWorker> workers) {
        this.workers = workers;
    }

    /**
     * Starts to deliver. Each endpoint continues where any node has stopped.
     *
     * @param database the connections for reading events and for storing progress
     */
    public static Webhooks deliver(Vertx vertx, Database database, Schema schema, WebhookSettings settings) {
        var claims =
                new EndpointClaims(database, schema.name(), settings.delivery().lease());
        forgetRegularly(vertx, claims, settings);
        var workers = settings.endpoints().stream()
                .filter(endpoint -> concerns(endpoint, schema))
                .map(endpoint -> new EndpointWorker(
                        vertx,
                        endpoint,
                        settings.delivery(),
                        claims,
                        new EndpointProgress(database, schema.name(), endpoint),
                        new WebhookMeters(NodeMetrics.of(vertx), endpoint.name(), schema.name())))
                .toList();
        workers.forEach(EndpointWorker::start);
        return new Webhooks(workers);
    }

    private static void forgetRegularly(Vertx vertx, EndpointClaims claims, WebhookSettings settings) {
        var names = settings.endpoints().stream().map(Endpoint::name).toList();
        var warning = new ProcessWarning(vertx, LOG, "The state of former webhook endpoints cannot be removed now");
        var interval = settings.delivery().lease().multipliedBy(LEASES_BETWEEN_LOOKS);
        vertx.setPeriodic(
                interval.toMillis(), timer -> claims.forgetAllBut(names).onFailure(warning::log));
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
