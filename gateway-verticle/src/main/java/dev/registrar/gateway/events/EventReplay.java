package dev.registrar.gateway.events;

import static dev.registrar.resource.error.ErrorCode.EVENTS_REMOVED;
import static dev.registrar.resource.error.ErrorCode.POSITION_UNKNOWN;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.gateway.contract.ContractEvents.Source;
import dev.registrar.resource.bus.LocalConsumers;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.time.Deadline;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** Requests stored events from their sources. */
final class EventReplay {
    private static final String LATEST = "latest";
    private static final String START_ANEW =
            "Start anew: read page[after]=latest, then the resources that you need, and continue at links.next of the"
                    + " first response.";

    private final Vertx vertx;
    private final LocalConsumers consumers;

    EventReplay(Vertx vertx) {
        this.vertx = vertx;
        consumers = LocalConsumers.of(vertx);
    }

    /** The position after all events of a source; whoever reads resources afterwards sees all changes up to it. */
    Future<Long> latest(Source source, Deadline deadline) {
        return request(source, new JsonObject().put("after", LATEST), deadline).map(EventReplay::positionIn);
    }

    /**
     * The next events of a source.
     *
     * @param after empty to begin with the oldest stored event
     * @return fails with {@code events_removed} or {@code position_unknown} if the source cannot continue there
     */
    Future<EventPage.OfSource> read(
            Source source, Optional<Long> after, EventSelection selection, int limit, Deadline deadline) {
        var request = new JsonObject().put("limit", limit);
        after.ifPresent(position -> request.put("after", Long.toString(position)));
        var types = selection.typesOf(source);
        if (!types.isEmpty()) {
            request.put("types", new JsonArray(types));
        }
        return request(source, request, deadline).map(reply -> {
            var events = reply.getJsonArray("events").stream()
                    .map(event -> PublishedEvent.of(source, (JsonObject) event))
                    .toList();
            var next = positionIn(reply);
            // With types, a source may stop before its last event, after it has looked at many others.
            var mayHaveStopped = !types.isEmpty() && !Optional.of(next).equals(after);
            return new EventPage.OfSource(events, next, events.size() == limit || mayHaveStopped);
        });
    }

    private static long positionIn(JsonObject reply) {
        return Long.parseLong(reply.getString("position"));
    }

    private Future<JsonObject> request(Source source, JsonObject request, Deadline deadline) {
        var address = ResourceBus.replayAddressOf(source.name());
        var options = consumers
                .toNearest(address)
                .setSendTimeout(Math.max(1, deadline.left().toMillis()));
        return vertx.eventBus()
                .<JsonObject>request(address, request, options)
                .map(reply -> reply.body())
                .recover(failure ->
                        Future.failedFuture(failure instanceof ReplyException reply ? explain(reply) : failure));
    }

    private static Throwable explain(ReplyException failure) {
        if (failure.failureType() == ReplyFailure.RECIPIENT_FAILURE) {
            if (failure.failureCode() == EVENTS_REMOVED.status()) {
                return EVENTS_REMOVED
                        .because("Events after this position are no longer stored. " + START_ANEW)
                        .asException();
            }
            if (failure.failureCode() == POSITION_UNKNOWN.status()) {
                return POSITION_UNKNOWN
                        .because(
                                "The service has not reached this position: it is from another database, or from before"
                                        + " a restore. " + START_ANEW)
                        .asException();
            }
        }
        return SERVICE_UNAVAILABLE
                .because("Events cannot be read now; try again.")
                .asException();
    }
}
