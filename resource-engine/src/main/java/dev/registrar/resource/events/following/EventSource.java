package dev.registrar.resource.events.following;

import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.bus.sending.ErrorReplyException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

/** The stored events of one schema, which any of its verticles replays on request. */
public final class EventSource {
    /** The maximum number of events in a batch. */
    public static final int MAX_EVENTS = 100;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final String name;

    /**
     * Creates a source.
     *
     * @param name {@code course} or {@code registration}, or the schema of another verticle
     */
    public EventSource(Vertx vertx, String name) {
        this.vertx = vertx;
        this.name = name;
    }

    /**
     * Some events in the order of their positions.
     *
     * @param position where to continue; there are no others of the requested types up to it
     */
    public record Batch(List<JsonObject> events, String position) {
        /** Whether there are probably more events now: the reply was at its limit of events found or searched. */
        boolean mayBeFollowed() {
            return events.isEmpty() || events.size() == MAX_EVENTS;
        }
    }

    /**
     * The current position. Resources that are read afterwards show every change up to it.
     *
     * @return fails when no verticle replies
     */
    public Future<String> latest() {
        return request(new JsonObject().put("after", "latest")).map(Batch::position);
    }

    /**
     * The events after a position.
     *
     * @param types resource types, such as {@code courses}, and types of events, such as
     *     {@code dev.registrar.courses.deleted}; none for all events
     * @param limit 1 to {@link #MAX_EVENTS}
     * @return fails with {@link ErrorReplyException}: {@code events_removed} or {@code position_unknown} if there is no
     *     way to continue from this position, {@code malformed_request} if the source has no such types; and with
     *     {@link ReplyException} when no verticle replies
     */
    public Future<Batch> after(String position, List<String> types, int limit) {
        var request = new JsonObject().put("after", position).put("limit", limit);
        return request(types.isEmpty() ? request : request.put("types", new JsonArray(types)));
    }

    /** Whether an event comes from this source. */
    boolean isSourceOf(JsonObject event) {
        return ("/registrar/" + name).equals(event.getString("source"));
    }

    private Future<Batch> request(JsonObject request) {
        return vertx.eventBus()
                .<JsonObject>request(ResourceBus.replayAddressOf(name), request, options())
                .map(EventSource::batch)
                .recover(failure -> Future.failedFuture(
                        isReply(failure) ? ErrorReplyException.of((ReplyException) failure) : failure));
    }

    private static DeliveryOptions options() {
        return new DeliveryOptions()
                .addHeader(ResourceBus.VERSION, ResourceBus.VERSION_1)
                .setSendTimeout(PATIENCE.toMillis());
    }

    private static Batch batch(Message<JsonObject> reply) {
        return new Batch(
                reply.body().getJsonArray("events").stream()
                        .map(JsonObject.class::cast)
                        .toList(),
                reply.body().getString("position"));
    }

    private static boolean isReply(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.RECIPIENT_FAILURE;
    }

    @Override
    public String toString() {
        return name;
    }
}
