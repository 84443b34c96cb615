package dev.registrar.events.log;

import static dev.registrar.resource.error.ErrorCode.EVENTS_REMOVED;
import static dev.registrar.resource.error.ErrorCode.POSITION_UNKNOWN;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.events.following.EventSource;
import dev.registrar.events.log.EventLog.Batch;
import dev.registrar.events.log.EventLog.Bounds;
import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.VerticleProcess.Running;
import dev.registrar.resource.bus.BusConsumer;
import dev.registrar.resource.bus.ErrorReply;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.error.ErrorSource;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replays the events of one schema on request. */
public final class EventReplay {
    private static final Logger LOG = LoggerFactory.getLogger(EventReplay.class);

    private static final ErrorSource AFTER = pointer(ReplayRequest.AFTER);

    private final EventLog log;
    private final EventTypes types;
    private final ProcessWarning warning;

    private EventReplay(ResourceService service) {
        log = new EventLog(service.reading(), service.schema().name());
        types = new EventTypes(service.schema().types());
        warning = new ProcessWarning(service.vertx(), LOG, "Events currently cannot be replayed");
    }

    /** Completes when the replay address of the schema receives requests. */
    public static Future<Running> start(ResourceService service) {
        var address = ResourceBus.replayAddressOf(service.schema().name());
        return BusConsumer.open(service.vertx(), address, new EventReplay(service)::replay)
                .map(consumer -> consumer::close);
    }

    private Future<JsonObject> replay(Message<Object> message) {
        return Future.succeededFuture(message)
                .map(received -> ReplayRequest.in(received, types))
                .compose(this::read)
                .onSuccess(reply -> message.reply(reply, ResourceBus.versioned()))
                .onFailure(failure -> ErrorReply.send(message, errorsOf(failure)));
    }

    private Future<JsonObject> read(ReplayRequest request) {
        if (request.latest()) {
            return log.latest().map(latest -> reply(List.of(), latest));
        }
        return log.after(request.after(), request.types(), request.limit()).map(batch -> {
            request.after().ifPresent(position -> requireKept(position, batch.bounds()));
            return reply(batch);
        });
    }

    private static JsonObject reply(Batch batch) {
        var reply = reply(batch.events(), batch.position());
        return batch.isCut() ? reply.put(EventSource.CUT, true) : reply;
    }

    private static JsonObject reply(List<JsonObject> events, long position) {
        return new JsonObject().put("events", new JsonArray(events)).put("position", Long.toString(position));
    }

    private static void requireKept(long position, Bounds bounds) {
        if (position < bounds.removed()) {
            throw EVENTS_REMOVED
                    .at(
                            AFTER,
                            "Events after %s have been removed; %s. Request \"after\": \"latest\", read all resources again, then continue from that position."
                                    .formatted(
                                            position,
                                            bounds.oldest()
                                                    .map(oldest -> "the oldest one still stored is " + oldest)
                                                    .orElse("none are stored now")))
                    .asException();
        }
        if (position > bounds.assigned()) {
            throw POSITION_UNKNOWN
                    .at(
                            AFTER,
                            "The last position of this source is %s. Yours is from another source, or from before a restore."
                                    .formatted(bounds.assigned()))
                    .asException();
        }
    }

    private JsonApiException errorsOf(Throwable failure) {
        if (failure instanceof JsonApiException known) {
            return known;
        }
        warning.log(failure);
        return SERVICE_UNAVAILABLE
                .because("Events currently cannot be read; try again.")
                .asException();
    }
}
