package dev.registrar.resource.events;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.bus.MessageBody;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.bus.receiving.BusConsumer;
import dev.registrar.resource.bus.receiving.ErrorReply;
import dev.registrar.resource.bus.receiving.MemberReader;
import dev.registrar.resource.database.failure.ProcessWarning;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replays the events of one schema on request. */
final class EventReplay {
    private static final Logger LOG = LoggerFactory.getLogger(EventReplay.class);
    private static final String AFTER = "after";
    private static final String LIMIT = "limit";
    private static final int MAX_LIMIT = 100;
    private static final Pattern POSITION = Pattern.compile("\\d{1,18}");

    private final EventLog log;
    private final Vertx vertx;
    private final ProcessWarning warning;

    EventReplay(Vertx vertx, EventLog log) {
        this.vertx = vertx;
        this.log = log;
        warning = new ProcessWarning(vertx, LOG, "Events cannot be replayed now");
    }

    /** Completes when the replay address of this schema receives requests. */
    Future<BusConsumer> offer(String schema) {
        return BusConsumer.open(vertx, ResourceBus.replayAddressOf(schema), this::replay);
    }

    private Future<List<JsonObject>> replay(Message<Object> message) {
        return Future.succeededFuture(message)
                .map(ReplayRequest::in)
                .compose(request -> log.after(request.after(), request.limit()))
                .onSuccess(events -> message.reply(reply(events)))
                .onFailure(failure -> ErrorReply.send(message, errorsOf(failure)));
    }

    private static JsonObject reply(List<JsonObject> events) {
        return new JsonObject().put("events", new JsonArray(events));
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

    /**
     * A request to replay events.
     *
     * @param after the position after which to begin; empty to begin with the oldest stored event
     */
    private record ReplayRequest(OptionalLong after, int limit) {
        static ReplayRequest in(Message<?> message) {
            var errors = new ErrorCollector();
            var members = new MemberReader(MessageBody.of(message).object(), Set.of(AFTER, LIMIT), errors);
            var after =
                    members.read(AFTER, "the \"sequence\" of an event, a string of digits", ReplayRequest::position);
            var limit = members.read(LIMIT, "an integer from 1 to %d".formatted(MAX_LIMIT), ReplayRequest::limit);
            errors.throwIfAny();
            return new ReplayRequest(
                    after.map(OptionalLong::of).orElseGet(OptionalLong::empty), limit.orElse(MAX_LIMIT));
        }

        private static Optional<Long> position(JsonNode value) {
            return Optional.ofNullable(value.textValue())
                    .filter(text -> POSITION.matcher(text).matches())
                    .map(Long::valueOf);
        }

        private static Optional<Integer> limit(JsonNode value) {
            return Json.intValue(value).filter(limit -> limit >= 1 && limit <= MAX_LIMIT);
        }
    }
}
