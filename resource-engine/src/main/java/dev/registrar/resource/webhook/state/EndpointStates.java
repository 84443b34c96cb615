package dev.registrar.resource.webhook.state;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.webhook.settings.Endpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/**
 * The stored progress of all endpoints of one worker in the events of a schema. What several endpoints ask for or store at
 * the same time takes one statement, so that many endpoints do not occupy the connections. Use it on one event loop only.
 */
public final class EndpointStates {
    private final String schema;
    private final WaitingRequests<NextEvents.Request, Next> next;
    private final WaitingRequests<DueEvents.Request, List<PendingEvent>> due;
    private final WaitingRequests<Outcome, Boolean> outcomes;

    public EndpointStates(Vertx vertx, Database database, String schema) {
        this.schema = schema;
        next = new WaitingRequests<>(vertx, new NextEvents(database, schema)::read);
        due = new WaitingRequests<>(vertx, new DueEvents(database, schema)::read);
        outcomes = new WaitingRequests<>(vertx, new OutcomeWriter(database, schema)::write);
    }

    /** The progress of one endpoint. */
    public EndpointProgress of(Endpoint endpoint) {
        return new EndpointProgress(this, endpoint);
    }

    String schema() {
        return schema;
    }

    Future<Next> next(NextEvents.Request request) {
        return next.add(request);
    }

    Future<List<PendingEvent>> due(DueEvents.Request request) {
        return due.add(request);
    }

    /** Returns false when another worker has claimed the endpoint. */
    Future<Boolean> store(Outcome outcome) {
        return outcomes.add(outcome);
    }
}
