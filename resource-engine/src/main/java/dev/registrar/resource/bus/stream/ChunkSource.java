package dev.registrar.resource.bus.stream;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.bus.ErrorReply;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Offers a body to one receiver, who asks for its chunks one after the other at a private address. Use it on one event
 * loop only.
 */
public final class ChunkSource {
    /** Request header: the number of the wanted chunk, from 1, or {@link #CANCEL}. */
    static final String CHUNK = "chunk";
    /** Reply header of the end of the body. */
    static final String LAST = "last";

    /** The receiver wants no further chunk: it has them all, or gives up. */
    static final String CANCEL = "cancel";

    private static final String ADDRESS_PREFIX = "registrar.stream.";

    private final Vertx vertx;
    private final Supplier<Future<Optional<Buffer>>> next;
    private final Duration idle;
    private final MessageConsumer<Object> consumer;
    private final Promise<Void> ended = Promise.promise();
    private long number;
    private Future<Optional<Buffer>> chunk = Future.succeededFuture(Optional.of(Buffer.buffer()));
    private long timer = -1;

    private ChunkSource(Vertx vertx, Supplier<Future<Optional<Buffer>>> next, Duration idle) {
        this.vertx = vertx;
        this.next = next;
        this.idle = idle;
        consumer = vertx.eventBus().consumer(ADDRESS_PREFIX + UUID.randomUUID(), this::receive);
        awaitRequest();
    }

    /**
     * Offers a body.
     *
     * @param next called for one chunk after the other, not before the one before has been asked for; empty at the end
     * @param idle how long the receiver may ask for nothing
     * @return completes when the address is known in the cluster
     */
    public static Future<ChunkSource> open(Vertx vertx, Supplier<Future<Optional<Buffer>>> next, Duration idle) {
        var registered = Promise.<Void>promise();
        var source = new ChunkSource(vertx, next, idle);
        source.consumer.completionHandler(registered);
        return registered.future().map(source);
    }

    public String address() {
        return consumer.address();
    }

    /**
     * Completes when the receiver was sent the end; fails with a {@link TimeoutException} when it asks for nothing for
     * the idle time, with a {@link CancellationException} when it gives up or this is closed, and with what {@code next}
     * fails with.
     */
    public Future<Void> ended() {
        return ended.future();
    }

    /** The next request of the receiver fails. */
    public void close() {
        release(new CancellationException("The stream was closed"));
    }

    private void receive(Message<Object> message) {
        var wanted = message.headers().get(CHUNK);
        if (CANCEL.equals(wanted)) {
            release(new CancellationException("The receiver of the stream gave up"));
            message.reply(null);
        } else if (Long.toString(number + 1).equals(wanted) && hasMore()) {
            number++;
            chunk = Future.<Void>succeededFuture().compose(asked -> next.get());
            chunk.onSuccess(found -> found.ifPresentOrElse(more -> {}, ended::tryComplete))
                    .onFailure(ended::tryFail);
            reply(message);
        } else if (number > 0 && Long.toString(number).equals(wanted)) {
            reply(message);
        } else {
            ErrorReply.send(message, outOfOrder());
        }
    }

    private boolean hasMore() {
        return chunk.succeeded() && chunk.result().isPresent();
    }

    /** The latest chunk can be asked for again, in case the reply was lost; so can the end, and the error. */
    private void reply(Message<Object> message) {
        vertx.cancelTimer(timer);
        chunk.onComplete(known -> awaitRequest())
                .onSuccess(bytes -> message.reply(bytes.orElseGet(Buffer::buffer), options(bytes.isEmpty())))
                .onFailure(failure -> ErrorReply.send(message, errorsOf(failure)));
    }

    private static DeliveryOptions options(boolean isLast) {
        return isLast ? new DeliveryOptions().addHeader(LAST, "true") : new DeliveryOptions();
    }

    private static JsonApiException errorsOf(Throwable failure) {
        return failure instanceof JsonApiException errors
                ? errors
                : JsonApiError.internal().asException();
    }

    private JsonApiException outOfOrder() {
        return MALFORMED_REQUEST
                .at(
                        header(CHUNK),
                        "The header \"%s\" must be %s, or %s for the chunk before again, or %s."
                                .formatted(CHUNK, number + 1, number, CANCEL))
                .asException();
    }

    private void awaitRequest() {
        vertx.cancelTimer(timer);
        timer = vertx.setTimer(
                idle.toMillis(),
                silent -> release(new TimeoutException(
                        "The receiver of the stream asked for nothing for %s s".formatted(idle.toSeconds()))));
    }

    private void release(Exception why) {
        vertx.cancelTimer(timer);
        var unused = consumer.unregister();
        ended.tryFail(why);
    }
}
