package dev.registrar.resource.events;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.resource.bus.BusConsumer;
import dev.registrar.resource.bus.ErrorReply;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.events.EventHistory.Replayed;
import dev.registrar.resource.events.following.EventSource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replays the events of one schema on request. */
final class EventReplay {
    private static final Logger LOG = LoggerFactory.getLogger(EventReplay.class);

    private final Vertx vertx;
    private final EventHistory history;
    private final EventTypes types;
    private final ProcessWarning warning;

    EventReplay(Vertx vertx, EventHistory history, EventTypes types) {
        this.vertx = vertx;
        this.history = history;
        this.types = types;
        warning = new ProcessWarning(vertx, LOG, "Events cannot be replayed now");
    }

    /** Completes when the replay address of this schema receives requests. */
    Future<BusConsumer> offer(String schema) {
        return BusConsumer.open(vertx, ResourceBus.replayAddressOf(schema), this::replay);
    }

    private Future<Replayed> replay(Message<Object> message) {
        return Future.succeededFuture(message)
                .map(received -> ReplayRequest.in(received, types))
                .compose(this::read)
                .onSuccess(replayed -> message.reply(reply(replayed), ResourceBus.versioned()))
                .onFailure(failure -> ErrorReply.send(message, errorsOf(failure)));
    }

    private Future<Replayed> read(ReplayRequest request) {
        return request.latest() ? history.latest() : history.after(request.after(), request.types(), request.limit());
    }

    private static JsonObject reply(Replayed replayed) {
        var reply = new JsonObject()
                .put("events", new JsonArray(replayed.events()))
                .put("position", Long.toString(replayed.position()));
        return replayed.isCut() ? reply.put(EventSource.CUT, true) : reply;
    }

    private JsonApiException errorsOf(Throwable failure) {
        if (failure instanceof JsonApiException known) {
            return known;
        }
        warning.log(failure);
        return SERVICE_UNAVAILABLE
                .because("Events cannot be read now; try again.")
                .asException();
    }
}
