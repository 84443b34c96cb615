package dev.registrar.events.following;

import dev.registrar.resource.bus.ErrorReply;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.bus.LocalConsumers;
import dev.registrar.resource.bus.ResourceBus;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The stored events of one schema, which any of its verticles replays on request.
 *
 * @param name {@code course} or {@code registration}, or the schema of another verticle
 */
public record EventSource(Vertx vertx, String name) {
    /** The maximum number of events in a reply. */
    public static final int MAX_EVENTS = 100;

    /** The maximum number of bytes of the resources in a reply with more than one event, like that of a document. */
    public static final int MAX_BYTES = 4 * 1024 * 1024;

    /** The member of a reply that says that it ends because of its length. */
    public static final String CUT = "cut";

    /** The maximum number of events among which one request searches for those of the requested types. */
    public static final int MAX_SEARCHED = 2_000;

    /** The maximum number of types in a request. */
    public static final int MAX_TYPES = 100;

    private static final Pattern POSITION = Pattern.compile("\\d{1,18}");

    /**
     * Some events in the order of their positions.
     *
     * @param position where to continue; there are no others of the requested types up to it
     * @param mayHaveMore whether the reply was at its limit, so that there may be more events now
     */
    public record Batch(List<JsonObject> events, String position, boolean mayHaveMore) {}

    /**
     * The current position. Resources that are read afterwards show every change up to it.
     *
     * @param timeout how long to wait for the reply
     * @return fails when no verticle replies
     */
    public Future<String> latest(Duration timeout) {
        return request(new JsonObject().put("after", "latest"), timeout).map(EventSource::positionIn);
    }

    /**
     * The next events after a position.
     *
     * @param position empty to begin with the oldest stored event
     * @param types resource types, such as {@code courses}, and types of events, such as
     *     {@code dev.registrar.courses.deleted}; none for all events
     * @param limit how many events to return at most
     * @param timeout how long to wait for the reply
     * @return fails with {@link ErrorReplyException}: {@code events_removed} or {@code position_unknown} if there is no
     *     way to continue from this position, {@code malformed_request} if the source has no such types; and with
     *     {@link ReplyException} when no verticle replies
     */
    public Future<Batch> after(Optional<String> position, Collection<String> types, int limit, Duration timeout) {
        var request = new JsonObject().put("limit", limit);
        position.ifPresent(after -> request.put("after", after));
        if (!types.isEmpty()) {
            request.put("types", new JsonArray(List.copyOf(types)));
        }
        return request(request, timeout).map(reply -> batch(position.orElse(""), limit, reply));
    }

    private static Batch batch(String after, int limit, JsonObject reply) {
        var events = reply.getJsonArray("events").stream()
                .map(JsonObject.class::cast)
                .toList();
        var searched = numberOf(positionIn(reply)) - numberOf(after);
        return new Batch(
                events,
                positionIn(reply),
                events.size() == limit || searched >= MAX_SEARCHED || reply.getBoolean(CUT, false));
    }

    private static String positionIn(JsonObject reply) {
        return reply.getString("position");
    }

    /** The number of a position; 0 for other text. */
    static long numberOf(String position) {
        return POSITION.matcher(position).matches() ? Long.parseLong(position) : 0;
    }

    /** Whether an event comes from this source. */
    boolean isSourceOf(JsonObject event) {
        return ("/registrar/" + name).equals(event.getString("source"));
    }

    private Future<JsonObject> request(JsonObject request, Duration timeout) {
        var address = ResourceBus.replayAddressOf(name);
        var options = LocalConsumers.of(vertx)
                .toNearest(address)
                .addHeader(ResourceBus.VERSION, ResourceBus.VERSION_1)
                .setSendTimeout(Math.max(1, timeout.toMillis()));
        return vertx.eventBus()
                .<JsonObject>request(address, request, options)
                .map(Message::body)
                .recover(failure -> Future.failedFuture(ErrorReply.in(failure)
                        .<Throwable>map(ErrorReplyException::of)
                        .orElse(failure)));
    }
}
